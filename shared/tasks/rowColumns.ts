import type { Rows } from "./readRows.ts";

/** Returns the column with this name, ignoring case, as SQL does. */
export function columnOf(rows: Pick<Rows, "columns">, name: string): ArrayLike<unknown> | undefined {
  const exact = Object.hasOwn(rows.columns, name) ? name : undefined;
  const found = exact ?? Object.keys(rows.columns).find((key) => key.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : rows.columns[found];
}

/** Returns the names of the columns, quoted, without hidden ones. */
export function shownNames({ columns }: Pick<Rows, "columns">): string[] {
  return Object.keys(columns).flatMap((name) => (name.startsWith("$") ? [] : [`"${name}"`]));
}
