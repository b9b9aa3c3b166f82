import { duckDbSyntax } from "#shared/duckdb/columnTypes.ts";
import { identifier } from "#shared/duckdb/quoting.ts";
import type { TypeName } from "#shared/sql/parse/ast.ts";
import { Refusal } from "#shared/sql/sqlError.ts";
import { type Argument, sqlArgument, type ValueKind } from "./functionKinds.ts";
import { typeNameSql } from "./typeNameSql.ts";

/** Returns the DuckDB SQL of a type. */
function typeSql(type: TypeName): string {
  return typeNameSql(type, duckDbSyntax, () => {
    throw new Refusal(UNNAMED_FIELD);
  });
}

const UNNAMED_FIELD = "Every field of a ROW type needs a name here";

const KINDS: Record<TypeName["name"], ValueKind> = {
  BOOLEAN: "boolean",
  TINYINT: "integer",
  SMALLINT: "integer",
  INTEGER: "integer",
  BIGINT: "integer",
  REAL: "double",
  DOUBLE: "double",
  DECIMAL: "decimal",
  VARCHAR: "text",
  DATE: "time",
  TIMESTAMP: "time",
  ARRAY: "other",
  ROW: "other",
};

export function kindOfType({ name }: TypeName): ValueKind {
  return KINDS[name];
}

/** Writes Trino's CAST, or TRY_CAST. Handles types for which DuckDB is more lenient or rounds differently. */
export function castSql(of: Argument, to: TypeName, orNull: boolean): string {
  const cast = (sql: string): string => `${orNull ? "TRY_CAST" : "CAST"}(${sql} AS ${typeSql(to)})`;
  if (of.sql === "NULL") return `CAST(NULL AS ${typeSql(to)})`;
  if (to.name === "VARCHAR") return textOf(of);
  if (to.name === "ARRAY") {
    const item = castSql(sqlArgument('"__c"'), to.item, orNull);
    return `list_transform(${of.sql}, lambda "__c": ${item})`;
  }
  if (to.name === "ROW") return orNull ? `TRY(${rowSql(of, to.fields)})` : rowSql(of, to.fields);
  if (kindOfType(to) !== "integer") return cast(of.sql);
  if (of.kind === "text") return cast(onlyDigits(of.sql));
  if (of.kind === "double") return cast(`round(${of.sql})`);
  if (of.kind !== undefined) return cast(of.sql);
  return (
    `CASE typeof(${of.sql}) WHEN 'VARCHAR' THEN ${cast(onlyDigits(`CAST(${of.sql} AS VARCHAR)`))} ` +
    `WHEN 'DOUBLE' THEN ${cast(`round(TRY_CAST(CAST(${of.sql} AS VARCHAR) AS DOUBLE))`)} ELSE ${cast(of.sql)} END`
  );
}

/** Casts a row: Trino casts fields by position, DuckDB by name. */
function rowSql(of: Argument, fields: Extract<TypeName, { name: "ROW" }>["fields"]): string {
  const written = fields.map((field, index) => {
    if (!field.name) throw new Refusal(UNNAMED_FIELD);
    const value = sqlArgument(`struct_extract_at("__r", ${index + 1})`);
    return `${identifier(field.name.text)} := ${castSql(value, field.type, false)}`;
  });
  const row = `CASE WHEN "__r" IS NULL THEN NULL ELSE struct_pack(${written.join(", ")}) END`;
  return `list_transform([${of.sql}], lambda "__r": ${row})[1]`;
}

/** Quotes text that DuckDB accepts as a whole number and Trino does not, such as 1.9 or 1e3, so that the cast fails. */
function onlyDigits(text: string): string {
  return `CASE WHEN regexp_full_match(${text}, '[+-]?[0-9]+') THEN ${text} ELSE '"' || ${text} || '"' END`;
}

/** Writes a value as text in Trino's format: floating-point numbers as 1.5E0, with one digit before the point. */
export function textOf(of: Argument): string {
  const text = `CAST(${of.sql} AS VARCHAR)`;
  if (of.kind === "text") return of.sql;
  if (of.kind === "double") return scientific(text);
  if (of.kind !== undefined) return text;
  return `CASE WHEN typeof(${of.sql}) IN ('DOUBLE', 'FLOAT') THEN ${scientific(text)} ELSE ${text} END`;
}

function scientific(text: string): string {
  const s = `"__s"`;
  const mantissa = `split_part(ltrim(${s}, '-'), 'e', 1)`;
  const digits = `replace(${mantissa}, '.', '')`;
  const significant = `trim(${digits}, '0')`;
  const exponent =
    `strpos(${mantissa} || '.', '.') - 2 - length(${digits}) + length(ltrim(${digits}, '0')) + ` +
    `coalesce(TRY_CAST(replace(split_part(${s}, 'e', 2), '+', '') AS INTEGER), 0)`;
  const sign = `CASE WHEN ${s}[1] = '-' THEN '-' ELSE '' END`;
  const number =
    `${sign} || ${significant}[1] || '.' || coalesce(nullif(substr(${significant}, 2), ''), '0') || 'E' || ` +
    `CAST(${exponent} AS VARCHAR)`;
  const written =
    `CASE WHEN ${s} = 'nan' THEN 'NaN' WHEN ${s} = 'inf' THEN 'Infinity' WHEN ${s} = '-inf' THEN '-Infinity' ` +
    `WHEN ${significant} = '' THEN ${sign} || '0E0' ELSE ${number} END`;
  return `list_transform([${text}], lambda ${s}: ${written})[1]`;
}
