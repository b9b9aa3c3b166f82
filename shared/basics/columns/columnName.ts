import * as v from "valibot";
import type { Column } from "./column.ts";

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/** Returns whether a string is a valid table or column name. */
export function isName(name: string): boolean {
  return NAME.test(name) && !name.startsWith("__");
}

export const NameRule =
  "should start with a letter or an underscore, contain only letters, digits and underscores, " +
  "have at most 128 characters and not start with two underscores";

export const ColumnName = v.pipe(
  v.string(),
  v.check(isName, `A column name ${NameRule}`),
  v.metadata({
    jsonSchema: { type: "string", pattern: "^(?!__)[A-Za-z_][A-Za-z0-9_]{0,127}$", examples: ["fitness"] },
  }),
);

/** Maps columns by name; names are unique ignoring case. */
export function byName(columns: readonly Column[]): Map<string, Column> {
  return new Map(columns.map((column) => [foldName(column), column]));
}

/** Returns a column name in the form used for comparison, which ignores case. */
export function foldName({ name }: { name: string }): string {
  return name.toLowerCase();
}
