import { identifier, literal } from "@pdp/basics/columns";
import { LINE_COLUMN } from "../engine/convertWithDuckDb.ts";

/** SQL that reads a Parquet file. */
export interface ReadSql {
  path: string;
  /** SQL for all rows with their row numbers. */
  rows: string;
  /** SQL for a row's number. */
  line: string;
}

/** Returns the SQL that reads a file with columns of these names, without any columns derived from its path. */
export function readSql(path: string, names: readonly string[]): ReadSql {
  const usedNames = new Set(names.map((name) => name.toLowerCase()));
  // The engine provides a column of row numbers, unless the file has a column with that name.
  const number = usedNames.has("file_row_number") ? "row_number() OVER ()" : "file_row_number + 1";
  let name = LINE_COLUMN;
  while (usedNames.has(name)) name += "_";
  const line = identifier(name);
  const file = `read_parquet(${literal(path)}, hive_partitioning = false)`;
  return { path, rows: `(SELECT *, ${number} AS ${line} FROM ${file})`, line };
}

/** Formats a condition that is true if all given conditions are true. */
export function allOf(conditions: readonly string[]): string {
  return joinConditions(conditions, "AND");
}

/** Formats a condition that is true if at least one of the given conditions is true. */
export function anyOf(conditions: readonly string[]): string {
  return joinConditions(conditions, "OR");
}

/** Joins conditions as a balanced tree, because the engine limits the depth of expressions. */
function joinConditions(conditions: readonly string[], operator: string): string {
  if (conditions.length <= 2) return `(${conditions.join(` ${operator} `) || "true"})`;
  const half = conditions.length >> 1;
  const parts = [conditions.slice(0, half), conditions.slice(half)];
  return `(${parts.map((part) => joinConditions(part, operator)).join(` ${operator} `)})`;
}
