import type { DuckDBType } from "@duckdb/node-api";

/** Value as JSON: numbers, strings, NaN and infinities by name, lists, and rows as lists. */
export type Recorded = null | boolean | number | string | Recorded[];

/** Numbers may differ in the last digits; strings must be equal. `type` is Trino's name for the type of the values. */
export function sameValue(recorded: Recorded, here: unknown, type: string): boolean {
  if (recorded === null || here === null) return recorded === here;
  if (Array.isArray(recorded)) {
    const items = Array.isArray(here) ? here : Object.values(here as object);
    const itemType = /^array\((.*)\)$/s.exec(type)?.[1];
    return (
      items.length === recorded.length &&
      recorded.every((item, index) =>
        sameValue(item, items[index], itemType ?? (typeof item === "string" ? "varchar" : "double")),
      )
    );
  }
  if (/^(?:varchar|char)/.test(type)) return recorded === here;
  if (/^(?:date|timestamp)/.test(type)) return sameTime(String(recorded), String(here));
  if (typeof recorded === "boolean") return recorded === here;
  const [a, b] = [Number(recorded), Number(here)];
  return (
    Object.is(a, b) ||
    Math.abs(a - b) <= (type === "real" ? 1e-6 : 1e-12) * Math.max(Math.abs(a), Math.abs(b))
  );
}

function sameTime(recorded: string, here: string): boolean {
  const plain = (text: string): string =>
    text
      .replace("T", " ")
      .replace(/ (\d\d:\d\d)$/, " $1:00")
      .replace(/(\.\d*?)0+$/, "$1")
      .replace(/\.$/, "");
  return plain(recorded) === plain(here);
}

/** Trino's decimals may be DOUBLE here, and its REAL aggregates of integers are DOUBLE. */
export function sameType(trino: string, here: DuckDBType): boolean {
  const name = String(here);
  const base = trino.replace(/\(.*$/s, "");
  if (base === "array") return name.endsWith("]");
  if (base === "row") return name.startsWith("STRUCT");
  if (base === "decimal")
    return name.startsWith("DECIMAL") || name === "DOUBLE" || name === "INTEGER" || name === "BIGINT";
  if (base === "bigint") return name === "BIGINT" || name === "INTEGER";
  return (TYPES[base] ?? []).includes(name);
}

const TYPES: Record<string, string[]> = {
  boolean: ["BOOLEAN"],
  tinyint: ["TINYINT"],
  integer: ["INTEGER"],
  real: ["FLOAT", "DOUBLE"],
  double: ["DOUBLE"],
  varchar: ["VARCHAR"],
  date: ["DATE"],
  timestamp: ["TIMESTAMP"],
  unknown: ["VARCHAR"],
};
