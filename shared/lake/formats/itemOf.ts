import type { ItemType } from "#shared/domain/column.ts";

/** What an ARRAY holds; the rules for columns see to it that an ARRAY says so. */
export function itemOf(type: ItemType): ItemType {
  return type.item_type ?? { type: "STRING", nullable: true };
}
