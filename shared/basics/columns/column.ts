import * as v from "valibot";
import type { CellNotation, CellPart } from "./cellNotation.ts";
import { SCALAR_TYPES } from "./scalarTypes.ts";

export const ColumnType = v.picklist([...SCALAR_TYPES, "STRUCT", "ARRAY"] as const);
export type ColumnType = v.InferOutput<typeof ColumnType>;
/** Kind of the sequences in a column: ALIGNED sequences have gaps and insertions; NONE means text to which no rule applies. */
export const SequenceKind = v.picklist(["AMINO_ACIDS", "ALIGNED", "DNA", "RNA", "NONE"]);
export type SequenceKind = v.InferOutput<typeof SequenceKind>;

export interface ColumnMetadata {
  description: string | null;
  deprecated: boolean;
  /** Present only if stated; `sequenceKindOf` determines the default. */
  kind?: SequenceKind;
}

/** Type of a value: a column without its name. Also the type of ARRAY items. */
export interface ItemType {
  type: ColumnType;
  nullable: boolean;
  /** Fields of a STRUCT type. */
  columns?: Column[];
  /** Items of an ARRAY type. */
  item_type?: ItemType;
}

export interface Column extends ItemType {
  name: string;
  metadata: ColumnMetadata;
  /** Name of the column in the file, if different; only in the table configuration of a load. */
  source_name?: string;
  /** Words that denote missing values, in addition to those of the table; only in loads. */
  missing_values?: string[];
  /** Additional cell notations; only in loads. */
  notations?: CellNotation[];
  /** Part of each cell that the column stores, by default the value; only in loads. */
  part?: CellPart;
}

/** Column, or the items of an ARRAY, which have no name. */
export type ValueType = ItemType & Partial<Pick<Column, "name" | "metadata">>;
