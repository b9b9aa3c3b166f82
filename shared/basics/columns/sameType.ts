import type { ItemType } from "./column.ts";

/** Returns whether two columns have the same value type; `nullable` and metadata may differ. */
export function sameType(a: ItemType, b: ItemType): boolean {
  if (a.type !== b.type) return false;
  if (a.type === "ARRAY") return !!a.item_type && !!b.item_type && sameType(a.item_type, b.item_type);
  if (a.type !== "STRUCT") return true;
  const left = a.columns ?? [];
  const right = b.columns ?? [];
  return (
    left.length === right.length &&
    left.every((column, index) => {
      const other = right[index];
      return !!other && column.name === other.name && sameType(column, other);
    })
  );
}
