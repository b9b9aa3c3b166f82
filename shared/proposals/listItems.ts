import type { ItemType } from "@pdp/basics/columns";
import { wholeNumberType } from "./wholeNumberType.ts";

const LIST_ITEM = /[^\s,"'[\]]+/g;

/** Returns the strings in lists, as formatted by JSON or DuckDB. */
export function listTexts(cells: readonly (string | null)[]): string[] {
  return cells.flatMap((cell) => cell?.match(LIST_ITEM) ?? []);
}

/** Returns the name for one item of a list column: `sequence` for `sequences`. */
export function nameOfItems(name: string): string {
  return name.replace(/s$/, "");
}

/** Proposes the item type of lists, which are JSON text here. */
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

/** Tells whether texts that are not numbers are lists of numbers, such as `127;48`. */
export function areNumberLists(texts: readonly string[]): boolean {
  return texts.length > 0 && texts.every((text) => /^\d+(?:\.\d+)?(?:[;|] ?\d+(?:\.\d+)?)+$/.test(text));
}
