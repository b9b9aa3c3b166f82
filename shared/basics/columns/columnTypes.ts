import type { ColumnType, ItemType } from "./column.ts";
import { identifier } from "./quoting.ts";
import { SCALARS, type ScalarType } from "./scalarTypes.ts";

/** Syntax of an engine's column types. */
export interface TypeSyntax {
  scalar: (type: ScalarType) => string;
  array: (item: string) => string;
  struct: (fields: string[]) => string;
  field: (name: string, type: string) => string;
}

export const duckDbSyntax: TypeSyntax = {
  scalar: (type) => SCALARS[type].duckDb,
  array: (item) => `${item}[]`,
  struct: (fields) => `STRUCT(${fields.join(", ")})`,
  field: (name, type) => `${identifier(name)} ${type}`,
};

/** Returns the SQL for a column's type, in DuckDB's syntax by default. */
export function columnType(type: ItemType, syntax = duckDbSyntax): string {
  if (type.type === "ARRAY") return syntax.array(columnType(itemOf(type), syntax));
  if (type.type !== "STRUCT") return syntax.scalar(type.type);
  return syntax.struct(
    (type.columns ?? []).map((field) => syntax.field(field.name, columnType(field, syntax))),
  );
}

/** Returns the item type of an ARRAY; every validated ARRAY has one. */
export function itemOf({ item_type }: ItemType): ItemType {
  if (!item_type) throw new Error("An ARRAY column has no item type");
  return item_type;
}

/** Tells whether a column's type is or contains one of the given types. */
export function containsType(type: ItemType, sought: readonly ColumnType[]): boolean {
  if (type.type === "ARRAY") return containsType(itemOf(type), sought);
  if (type.type === "STRUCT") return (type.columns ?? []).some((field) => containsType(field, sought));
  return sought.includes(type.type);
}
