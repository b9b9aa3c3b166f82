import type { Comparison } from "../../parse/ast.ts";
import { bindLong, bindSql } from "../../types/bindSql.ts";
import { hasNullPart } from "../../types/nullParts.ts";
import { ownError } from "../../types/ownError.ts";
import { itemOf, type Type } from "../../types/type.ts";

const NULL_REACHED = ownError("A comparison of arrays or rows with NULL is not possible");

/**
 * Writes the order of two arrays or rows. As in Trino, the first different item decides, and a NULL fails the query only if it
 * is reached before.
 */
export function ordered(operator: Comparison, a: string, b: string, type: Type): string {
  if (type.name === "array") return bindSql([a, b], (x, y) => orderedItems(operator, x, y, itemOf(type)));
  if (type.name !== "row") return `${a} ${operator} ${b}`;
  return bindLong([a, b], (x, y) => {
    const isEqualEnough = operator.endsWith("=") ? "true" : "false";
    const whens = (type.of ?? []).map((field, index) => {
      const [m, n] = [x, y].map((row) => `struct_extract_at(${row}, ${index + 1})`) as [string, string];
      return `WHEN ${m} IS NULL OR ${n} IS NULL THEN ${NULL_REACHED} WHEN ${decides(m, n, field)} THEN ${ordered(operator, m, n, field)}`;
    });
    return `CASE WHEN ${x} IS NULL OR ${y} IS NULL THEN NULL ${whens.join(" ")} ELSE ${isEqualEnough} END`;
  });
}

function orderedItems(operator: Comparison, x: string, y: string, item: Type): string {
  const [p, q] = [`"__z"[1]`, `"__z"[2]`];
  const isReached = `lambda "__z": ${p} IS NULL OR ${q} IS NULL OR ${decides(p, q, item)}`;
  const first = `list_position(list_transform(list_zip(${x}, ${y}, true), ${isReached}), true)`;
  return bindSql([first], (at) => {
    const [m, n] = [`${x}[${at}]`, `${y}[${at}]`];
    return `CASE WHEN ${x} IS NULL OR ${y} IS NULL THEN NULL WHEN coalesce(${at}, 0) = 0 THEN len(${x}) ${operator} len(${y}) WHEN ${m} IS NULL OR ${n} IS NULL THEN ${NULL_REACHED} ELSE ${ordered(operator, m, n, item)} END`;
  });
}

/** Writes the condition for a pair of items that ends the comparison: they differ, or are equal with a NULL inside. */
function decides(m: string, n: string, type: Type): string {
  const isDifferent = `${m} IS DISTINCT FROM ${n}`;
  return type.of ? `${isDifferent} OR ${hasNullPart(m, type)}` : isDifferent;
}
