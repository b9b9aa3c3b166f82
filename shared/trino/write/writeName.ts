import { identifier } from "@pdp/basics/columns";
import { shortName, shortValue } from "../boundMessage.ts";
import { type Argument, sqlArgument } from "../functions/functionKinds.ts";
import { nearest } from "../nearest.ts";
import type { Expression, Name } from "../parse/ast.ts";
import { Refusal } from "../sqlError.ts";
import { BIGINT, DOUBLE, decimalType, INTEGER, type Type, typeText } from "../types/type.ts";
import { aliasRefusal } from "./aliasRefusal.ts";
import { noColumn, resolveColumn } from "./scope.ts";
import { hoistedColumn } from "./writeTry.ts";
import type { Writing } from "./writing.ts";

const MAX_BIGINT = 9_223_372_036_854_775_807n;
const MAX_INTEGER = 2_147_483_647n;

export function writeNumber(e: Extract<Expression, { kind: "number" }>): Argument {
  const { value } = e;
  if (e.type === "integer") {
    const number = value.length > 1_000 ? MAX_BIGINT + 1n : BigInt(value);
    if (number > MAX_BIGINT || number < -MAX_BIGINT - 1n) {
      throw new Refusal(`${shortValue(value)} exceeds the largest BIGINT`, e.at);
    }
    const isSmall = number <= MAX_INTEGER && number >= -MAX_INTEGER - 1n;
    const text =
      number < 0 || !isSmall ? `CAST('${number}' AS ${isSmall ? "INTEGER" : "BIGINT"})` : `${number}`;
    return { ...sqlArgument(text, isSmall ? INTEGER : BIGINT), integer: Number(number), isLiteral: true };
  }
  if (e.type === "double") return { ...sqlArgument(`CAST('${value}' AS DOUBLE)`, DOUBLE), isLiteral: true };
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d*)\.(\d*)$/.exec(value) ?? [];
  const significant = whole.replace(/^0+/, "");
  const size = Math.max(1, significant.length + fraction.length);
  if (size > 38) {
    throw new Refusal("A decimal number can have at most 38 digits: add E0 to make it a DOUBLE", e.at);
  }
  const type = decimalType(size, fraction.length);
  const text = `${sign}${significant || "0"}${fraction === "" ? "" : `.${fraction}`}`;
  return { ...sqlArgument(`CAST('${text}' AS DECIMAL(${size}, ${fraction.length}))`, type), isLiteral: true };
}

/** Writes a column, a field of a column, or a lambda parameter. */
export function writeColumn(parts: Name[], writing: Writing): Argument {
  const [head, ...fields] = parts as [Name, ...Name[]];
  const key = head.text.toLowerCase();
  const parameter = writing.parameters.get(key);
  if (parameter) return fields.reduce(writeField, parameter);
  const output = fields.length === 0 ? writing.aliases?.get(key) : undefined;
  if (output) return output;
  const resolved = resolveColumn(parts, writing.scope);
  if (!resolved) throw aliasRefusal(parts, writing) ?? noColumn(parts, writing.scope);
  const { sql, type, read } = resolved.column;
  read?.();
  return resolved.fields.reduce(writeField, hoistedColumn(sqlArgument(sql, type), writing));
}

/** Writes a row field. */
export function writeField(of: Argument, name: Name): Argument {
  const { type } = of;
  if (type.name !== "row") {
    throw new Refusal(
      `${shortName(name.text)} is not a field: ${typeText(type).slice(0, 60)} is not a row`,
      name.at,
    );
  }
  const names = (type.names ?? []).map((field) => field ?? "");
  const key = name.text.toLowerCase();
  const index = names.findIndex((field) => field.toLowerCase() === key);
  if (index < 0) {
    const meant = nearest(name.text, names.filter(Boolean));
    throw new Refusal(`There is no field ${shortName(name.text)}`, name.at, "invalid_sql", meant);
  }
  return sqlArgument(`struct_extract_at(${of.sql}, ${index + 1})`, type.of?.[index] as Type);
}

/** Writes a reference to a column of a generated FROM item. */
export function columnSql(table: string, column: string): string {
  return `${identifier(table)}.${identifier(column)}`;
}
