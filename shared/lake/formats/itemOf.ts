import type { ItemType } from "#shared/domain/column.ts";

/** Returns the item type of an ARRAY, which every validated ARRAY has. */
export function itemOf(type: ItemType): ItemType {
  return type.item_type ?? { type: "STRING", nullable: true };
}
