import * as v from "valibot";

export const ColumnType = v.picklist([
  "BOOL",
  "INT64",
  "FLOAT64",
  "STRING",
  "DATE",
  "TIMESTAMP",
  "STRUCT",
  "ARRAY",
]);
export type ColumnType = v.InferOutput<typeof ColumnType>;
/** Types of values that have no parts. */
export type ScalarType = Exclude<ColumnType, "STRUCT" | "ARRAY">;

export interface ColumnMetadata {
  description: string | null;
  deprecated: boolean;
}

/** Type of a value: a column without a name. Also the type of the items of an ARRAY. */
export interface ItemType {
  type: ColumnType;
  nullable: boolean;
  /** Fields of a STRUCT. */
  columns?: Column[];
  /** Items of an ARRAY. */
  item_type?: ItemType;
}

export interface Column extends ItemType {
  name: string;
  metadata: ColumnMetadata;
  /** Name of the column in the file, if it differs; only in the table configuration of a load. */
  source_name?: string;
}

/** A column, or the items of an ARRAY, which have no name. */
export type ValueType = ItemType & Partial<Pick<Column, "name">>;
