import { identifier, literal } from "#shared/duckdb/quoting.ts";
import { shortValue } from "#shared/sql/boundMessage.ts";
import { type Argument, sqlArgument } from "#shared/sql/functions/functionKinds.ts";
import type { Expression, Name } from "#shared/sql/parse/ast.ts";
import { Refusal } from "#shared/sql/sqlError.ts";
import type { Writing } from "./writing.ts";

const MAX_INTEGER = 9_223_372_036_854_775_807n;

export function writeNumber(e: Extract<Expression, { kind: "number" }>): Argument {
  if (e.type === "integer") {
    if (e.value.length > 1_000 || BigInt(e.value) > MAX_INTEGER) {
      throw new Refusal(`${shortValue(e.value)} is beyond the largest BIGINT`, e.at);
    }
    return { ...sqlArgument(e.value.replace(/^0+(?=\d)/, ""), "integer"), integer: Number(e.value) };
  }
  if (e.type === "double") return sqlArgument(`CAST('${e.value}' AS DOUBLE)`, "double");
  if (e.value.replace(/^0+|\./g, "").length > 38) {
    throw new Refusal("A decimal number has at most 38 digits: add E0 to make it a DOUBLE", e.at);
  }
  return sqlArgument(e.value, "decimal");
}

/** Names that DuckDB treats as functions or pseudo-columns if there is no such column. */
const PSEUDO_COLUMNS = new Set(
  `user current_user session_user current_role current_catalog current_database current_schema current_time localtime
  today rowid filename file_row_number file_index`.split(/\s+/),
);

/** Writes a column, a field of a column, or the parameter of a lambda. */
export function writeColumn(parts: Name[], at: number, writing: Writing): Argument {
  const [head, ...fields] = parts as [Name, ...Name[]];
  const key = head.text.toLowerCase();
  const parameter = writing.parameters.get(key);
  if (parameter !== undefined) {
    return sqlArgument(
      fields.reduce((of, { text }) => `struct_extract(${of}, ${literal(text)})`, identifier(parameter)),
    );
  }
  const output = fields.length === 0 ? writing.aliases?.get(key) : undefined;
  if (output) return writing.expression(output, { ...writing, aliases: undefined });
  if (fields.length === 0 && PSEUDO_COLUMNS.has(key) && !writing.hasColumn(key)) {
    throw new Refusal(`There is no column ${head.text}`, at);
  }
  const last = parts.at(-1) as Name;
  const isBare = fields.length === 0 || (fields.length === 1 && !writing.hasColumn(key));
  const sql = parts.map(({ text }) => identifier(text)).join(".");
  return sqlArgument(sql, isBare ? writing.kindOfColumn(last.text.toLowerCase()) : undefined);
}
