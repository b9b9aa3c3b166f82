import { byName, type Column, type ColumnMetadata, foldName, type ItemType } from "@pdp/basics/columns";
import type { ColumnsInput } from "./columnsInput.ts";

type ColumnInput = ColumnsInput[number];
type ItemInput = Pick<ColumnInput, "columns" | "item_type">;

/**
 * Returns the columns `wanted` of an update, with the current metadata wherever the request `input` omits it, including in the
 * fields of structures. Null clears a metadata field.
 */
export function keepMetadata(current: Column[], wanted: Column[], input: readonly ColumnInput[]): Column[] {
  const currentNames = byName(current);
  return wanted.map((column, index) => {
    const before = currentNames.get(foldName(column));
    const given = input[index];
    if (!before || !given) return column;
    const metadata = keptFields(before.metadata, column.metadata, given.metadata ?? {});
    return { ...column, ...keptItem(before, column, given), metadata };
  });
}

function keptFields(
  before: ColumnMetadata,
  wanted: ColumnMetadata,
  given: Partial<Record<keyof ColumnMetadata, unknown>>,
): ColumnMetadata {
  const stated = Object.entries(wanted).filter(([name]) => given[name as keyof ColumnMetadata] !== undefined);
  return { ...wanted, ...before, ...Object.fromEntries(stated) };
}

/** Returns the parts of a type with the metadata of its fields. */
function keptItem(before: ItemType, wanted: ItemType, given: ItemInput): Partial<ItemType> {
  const parts: Partial<ItemType> = {};
  if (before.columns && wanted.columns && given.columns)
    parts.columns = keepMetadata(before.columns, wanted.columns, given.columns);
  if (before.item_type && wanted.item_type && given.item_type) {
    const { item_type: item } = given;
    parts.item_type = { ...wanted.item_type, ...keptItem(before.item_type, wanted.item_type, item) };
  }
  return parts;
}
