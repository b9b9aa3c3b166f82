import type { Column } from "@pdp/basics/columns";
import { invalidField } from "@pdp/basics/errors";
import { absentOrNull, boundedArray } from "@pdp/basics/schemas";
import * as v from "valibot";

/** Maximum number of columns in a key. */
export const MAX_KEY_COLUMNS = 16;

export const KeyRule = v.picklist(["ERROR", "WARN"]);
export type KeyRule = v.InferOutput<typeof KeyRule>;

/** Fields of a table required to check its key. Rows with a missing value in a key column are not compared. */
export interface TableKey {
  key?: string[] | undefined;
  key_rule?: KeyRule | undefined;
}

const WHAT =
  "Columns with values that together identify a row, across all projects; rows in which any of them is missing are not compared";
const RULE =
  "Handling of a load with a duplicate key, or with a key from another active load: ERROR fails the load, WARN accepts it with a warning";

/** Key fields of a table in responses; present only if the table has a key. */
export const keyFields = {
  key: v.pipe(v.optional(v.array(v.string())), v.description(WHAT)),
  key_rule: v.pipe(v.optional(KeyRule), v.description(RULE)),
};

/** Key fields of a table in requests. */
export const keyInputFields = {
  key: v.pipe(
    absentOrNull(
      v.pipe(
        boundedArray(v.string(), MAX_KEY_COLUMNS, `A key can have at most ${MAX_KEY_COLUMNS} columns`),
        v.nonEmpty("A key requires at least one column; use null for a table without a key"),
      ),
    ),
    v.description(`${WHAT}. Defaults to no key; null removes it in an update`),
    v.examples([["mutations"]]),
  ),
  key_rule: v.pipe(absentOrNull(KeyRule), v.description(`${RULE}. Defaults to ERROR`)),
};

export interface KeyInput {
  key?: string[] | null | undefined;
  key_rule?: KeyRule | null | undefined;
}

/**
 * Returns the key that a table with these columns has after a request; an omitted field keeps the table's current value.
 * Raises a 422 for a key with missing or nested columns, and for a rule without a key.
 */
export function keyFrom(before: TableKey, { key, key_rule }: KeyInput, columns: readonly Column[]): TableKey {
  const named =
    key === undefined
      ? before.key
      : key === null
        ? undefined
        : requireKeyColumns(key, columns, (index) => ["body", "key", index]);
  if (!named) {
    if (key_rule) {
      throw invalidField(
        ["body", "key_rule"],
        "This rule applies only to tables with a key: specify `key`",
        key_rule,
      );
    }
    return {};
  }
  return { key: named, key_rule: (key_rule === undefined ? before.key_rule : key_rule) ?? "ERROR" };
}

/** Raises a 422 if a request specifies a key for a view. */
export function refuseKey({ key, key_rule }: KeyInput): void {
  const field = key ? "key" : key_rule ? "key_rule" : undefined;
  if (field)
    throw invalidField(["body", field], "A VIEW cannot have a key; set keys on the tables that it reads");
}

/** Returns the columns of a table's key, except those that the table does not have (yet). */
export function keyColumnsOf({ key = [] }: TableKey, columns: readonly Column[]): Column[] {
  return key.flatMap((name) => columns.find((column) => column.name === name) ?? []);
}

/** Tells whether rows that were valid under an earlier key may violate the current one. */
export function isStricter(before: TableKey, after: TableKey): boolean {
  if (!after.key || after.key_rule === "WARN") return false;
  return before.key_rule !== "ERROR" || !isSameKey(before.key, after.key);
}

/** Tells whether two keys have the same columns, in any order. */
export function isSameKey(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  return JSON.stringify(a?.toSorted()) === JSON.stringify(b?.toSorted());
}

/** Returns the names of a key's columns as spelled in the table. Raises a 422 for columns that cannot be part of a key. */
export function requireKeyColumns(
  names: readonly string[],
  columns: readonly Column[],
  locOf: (index: number) => (string | number)[],
): string[] {
  const foundNames = new Set<string>();
  return names.map((name, index) => {
    const loc = locOf(index);
    const column = columns.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (!column) throw invalidField(loc, `The table has no column "${name}"`, name);
    if (column.type === "STRUCT" || column.type === "ARRAY") {
      throw invalidField(loc, `"${column.name}" is ${column.type}: key columns must have scalar types`, name);
    }
    if (foundNames.has(column.name))
      throw invalidField(loc, `The column "${column.name}" is listed twice`, name);
    foundNames.add(column.name);
    return column.name;
  });
}
