import type { ItemType } from "#shared/domain/column.ts";
import { wholeNumberType } from "./wholeNumberType.ts";

const LIST_ITEM = /[^\s,"'[\]]+/g;

/** Returns the texts in lists, as JSON or DuckDB writes them. */
export function listTexts(cells: readonly (string | null)[]): string[] {
  return cells.flatMap((cell) => cell?.match(LIST_ITEM) ?? []);
}

/** Returns the name of one item of a column of lists: `sequence` of `sequences`. */
export function nameOfItems(name: string): string {
  return name.replace(/s$/, "");
}

/** Proposes the type of the items of lists, which are texts of JSON here. */
export function itemTypeOf(
  item: ItemType,
  name: string,
  unit: string | null,
  cells: readonly (string | null)[],
): ItemType {
  if (item.type !== "INT64") return item;
  const numbers = cells.flatMap((cell) => cell?.match(/-?\d+/g) ?? []);
  return { ...item, type: wholeNumberType(name, unit, numbers) };
}
