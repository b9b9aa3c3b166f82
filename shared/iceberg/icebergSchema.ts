import { type Column, type ItemType, isScalar, SCALARS } from "@pdp/basics/columns";
import { type FieldIds, itemsOf } from "./fieldIds.ts";

/** Type of a field, in the JSON form of the Iceberg specification. */
export type IcebergType =
  | string
  | { type: "struct"; fields: IcebergField[] }
  | { type: "list"; "element-id": number; element: IcebergType; "element-required": boolean };

export interface IcebergField {
  id: number;
  name: string;
  required: boolean;
  type: IcebergType;
  doc?: string;
}

export interface IcebergSchema {
  type: "struct";
  "schema-id": number;
  fields: IcebergField[];
}

/** Names of a field in data files, which do not contain field ids. */
export interface NameMapping {
  "field-id": number;
  names: string[];
  fields?: NameMapping[];
}

/** Names of list items in Parquet; DuckDB writes the first one. */
const ITEM_NAMES = ["element", "item", "array", "array_element"];

/**
 * Columns of data files that identify the source of a row. They are not in any schema, so readers do not show them, but
 * pyiceberg requires an id for every column of a file. Their ids are far above those of ordinary columns, and below the
 * reserved ids of the specification.
 */
const ORIGINS: readonly NameMapping[] = ["__line", "__file_id", "__load_id"].map((name, index) => ({
  "field-id": 2_000_000_001 + index,
  names: [name],
}));

/** Returns the schema of a table version. */
export function icebergSchema(columns: readonly Column[], ids: FieldIds, schemaId: number): IcebergSchema {
  return { type: "struct", "schema-id": schemaId, fields: fieldsOf(columns, ids, []) };
}

/** Returns the property `schema.name-mapping.default`, which readers use to find the columns in data files. */
export function nameMapping(columns: readonly Column[], ids: FieldIds): NameMapping[] {
  return [...columns.map((column) => mappingOf([column.name], [column.name], column, ids)), ...ORIGINS];
}

/** Returns the type of a column without parts; undefined for a STRUCT or an ARRAY. */
export function scalarType(type: ItemType["type"]): string | undefined {
  return isScalar(type) ? SCALARS[type].iceberg : undefined;
}

function fieldsOf(columns: readonly Column[], ids: FieldIds, path: readonly string[]): IcebergField[] {
  return columns.map((column) => {
    const fieldPath = [...path, column.name];
    const { description } = column.metadata;
    return {
      id: ids.of(fieldPath),
      name: column.name,
      required: !column.nullable,
      type: typeOf(column, ids, fieldPath),
      ...(description !== null && { doc: description }),
    };
  });
}

function typeOf(type: ItemType, ids: FieldIds, path: readonly string[]): IcebergType {
  const scalar = scalarType(type.type);
  if (scalar !== undefined) return scalar;
  if (type.type === "STRUCT") return { type: "struct", fields: fieldsOf(type.columns ?? [], ids, path) };
  const { item_type: item } = type;
  if (!item) throw new Error("An ARRAY column has no item type");
  const items = itemsOf(path);
  return {
    type: "list",
    "element-id": ids.of(items),
    element: typeOf(item, ids, items),
    "element-required": !item.nullable,
  };
}

function mappingOf(path: readonly string[], names: string[], type: ItemType, ids: FieldIds): NameMapping {
  const fields = (type.columns ?? []).map((field) =>
    mappingOf([...path, field.name], [field.name], field, ids),
  );
  if (type.item_type) fields.push(mappingOf(itemsOf(path), ITEM_NAMES, type.item_type, ids));
  return { "field-id": ids.of(path), names, ...(fields.length > 0 && { fields }) };
}
