import { bindSql, eachSql } from "../types/bindSql.ts";
import { itemOf, type Type } from "../types/type.ts";
import { type Argument, type Failing, failSql } from "./functionKinds.ts";
import { equal } from "./operators/comparison.ts";

/**
 * Searches an array of arrays, maps or rows. If equality with the value depends on a NULL inside an item, the search fails, as
 * in Trino.
 */
export function searchNested(
  name: "array_position" | "array_remove" | "contains",
  array: Argument,
  sought: string,
  failing: Failing,
): string {
  return bindSql([array.sql, sought], (list, value) => {
    const verdicts = eachSql(list, (item) => verdictSql(item, value, itemOf(array.type)));
    return bindSql([verdicts], (same) => {
      const firstIndex = `list_position(${same}, true)`;
      const unknown = `list_position(${same}, NULL)`;
      const isUnknown =
        name === "array_remove"
          ? `${unknown} IS NOT NULL`
          : `${unknown} < coalesce(${firstIndex}, len(${same}) + 1)`;
      const fail = failSql(`${name} cannot compare arrays or rows that contain NULL`, failing);
      return `CASE WHEN ${list} IS NOT NULL AND ${value} IS NOT NULL THEN CASE WHEN ${isUnknown} THEN ${fail} ELSE ${RESULTS[name](list, same, firstIndex)} END END`;
    });
  });
}

/** Writes an expression that tests whether an item equals the value; the result can be unknown only if both are composite. */
function verdictSql(item: string, value: string, type: Type): string {
  return `CASE WHEN ${item} IS NULL THEN false ELSE ${equal(item, value, type)} END`;
}

const RESULTS: Record<
  "array_position" | "array_remove" | "contains",
  (list: string, same: string, firstIndex: string) => string
> = {
  array_position: (_, __, firstIndex) => `CAST(coalesce(${firstIndex}, 0) AS BIGINT)`,
  array_remove: (list, same) => `list_filter(${list}, lambda "__x", "__n": NOT ${same}["__n"])`,
  contains: (list, _, firstIndex) =>
    `CASE WHEN ${firstIndex} IS NOT NULL THEN true WHEN list_position(${list}, NULL) IS NULL THEN false END`,
};
