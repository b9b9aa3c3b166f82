import type { Expression, Grouping, Select } from "../parse/ast.ts";
import { Refusal } from "../sqlError.ts";
import { contains, type Type } from "../types/type.ts";
import type { Item, Writing } from "./writing.ts";

/** A bare number would be read as a column position. */
export function sortable(sql: string): string {
  return /^\d+$/.test(sql) ? `(${sql} + 0)` : sql;
}

export function checkDistinct(type: Type, at: number): void {
  if (!contains(type, ({ name }) => name === "map" || name === "function")) return;
  throw new Refusal("Maps cannot be grouped or made distinct here: use json_format(CAST(m AS JSON))", at);
}

/** Writes a GROUP BY expression, in which a number is an item position. */
export function groupedExpression(
  expression: Expression,
  select: Select,
  items: Item[],
  writing: Writing,
): string {
  const isGrouping = select.groupBy.some(
    (by) => "of" in by && (Array.isArray(by.of) ? by.of : [by.of]).includes(expression),
  );
  if (!isGrouping || expression.kind !== "number" || expression.type !== "integer") {
    return writing.expression(expression, writing).sql;
  }
  const item = items[Number(expression.value) - 1];
  if (!item)
    throw new Refusal(`GROUP BY ${expression.value}: the SELECT has ${items.length} items`, expression.at);
  return sortable(item.sql);
}

export function checkGrouping(by: Grouping, writing: Writing): void {
  if (by.kind !== "by" || by.of.kind === "number") return;
  checkDistinct(writing.expression(by.of, writing).type, by.of.at);
}
