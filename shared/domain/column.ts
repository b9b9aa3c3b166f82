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

export interface ColumnMetadata {
  description: string;
  deprecated: boolean;
}

/** What an ARRAY holds: a column without a name. */
export interface ItemType {
  type: ColumnType;
  nullable: boolean;
  /** The fields of a STRUCT. */
  columns?: Column[];
  /** The items of an ARRAY. */
  item_type?: ItemType;
}

export interface Column extends ItemType {
  name: string;
  metadata: ColumnMetadata;
  /** In a load's table configuration only: the name of the file's column, where it differs. */
  source_name?: string;
}
