import { DataProblem } from "@pdp/basics/errors";
import { joinNames } from "@pdp/basics/wording";
import type { Rows } from "./readRows.ts";

const NAMES_SHOWN = 20;

/** Returns the column with this name, ignoring case, as SQL does. */
export function columnOf(rows: Pick<Rows, "columns">, name: string): ArrayLike<unknown> | undefined {
  const exact = Object.hasOwn(rows.columns, name) ? name : undefined;
  const key = exact ?? Object.keys(rows.columns).find((key) => key.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : rows.columns[key];
}

/** Returns the names of the columns, quoted, without hidden ones. */
export function shownNames({ columns }: Pick<Rows, "columns">): string[] {
  return Object.keys(columns).flatMap((name) => (name.startsWith("$") ? [] : [`"${name}"`]));
}

/** Returns the quoted names of the columns as a list in a sentence: the first 20, or `none`. */
export function listedNames(rows: Pick<Rows, "columns">): string {
  return joinNames(shownNames(rows), NAMES_SHOWN) || "none";
}

/** Returns the column with this name. Throws a `DataProblem` that lists the columns if there is none. */
export function requireColumn(rows: Rows, name: string): ArrayLike<unknown> {
  const column = columnOf(rows, name);
  if (column) return column;
  throw new DataProblem(
    `The data set, ${rows.name}, has no column "${name}"; its columns: ${listedNames(rows)}.`,
  );
}
