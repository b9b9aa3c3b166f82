import type { Column, ItemType } from "./column.ts";
import { identifier, literal } from "./quoting.ts";

/** Writes `[f(item), …]`; a missing list stays missing. */
export function mapList(list: string, depth: number, convert: (item: string) => string): string {
  return `list_transform(${list}, lambda x${depth}: ${convert(`x${depth}`)})`;
}

/** Writes `{field: f(value.field), …}`; a missing struct stays missing. */
export function packStruct(
  struct: string,
  type: ItemType,
  convert: (field: Column, value: string, index: number) => string,
  nameInFile: (field: Column, index: number) => string = ({ name }) => name,
): string {
  const fields = (type.columns ?? []).map((field, index) => {
    const value = `struct_extract(${struct}, ${literal(nameInFile(field, index))})`;
    return `${identifier(field.name)} := ${convert(field, value, index)}`;
  });
  return `CASE WHEN ${struct} IS NULL THEN NULL ELSE struct_pack(${fields.join(", ")}) END`;
}
