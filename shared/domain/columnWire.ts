import * as v from "valibot";
import { type Column, ColumnType, type ItemType } from "./column.ts";

/** Columns as responses carry them. */
export const ItemResponse: v.GenericSchema<ItemType> = v.object({
  type: ColumnType,
  nullable: v.boolean(),
  columns: v.optional(v.array(v.lazy((): v.GenericSchema<Column> => ColumnResponse))),
  item_type: v.optional(v.lazy((): v.GenericSchema<ItemType> => ItemResponse)),
}) as v.GenericSchema<ItemType>;

export const ColumnResponse: v.GenericSchema<Column> = v.object({
  type: ColumnType,
  name: v.string(),
  nullable: v.boolean(),
  metadata: v.object({ description: v.string(), deprecated: v.boolean() }),
  columns: v.optional(v.array(v.lazy((): v.GenericSchema<Column> => ColumnResponse))),
  item_type: v.optional(v.lazy((): v.GenericSchema<ItemType> => ItemResponse)),
  source_name: v.optional(v.string()),
}) as v.GenericSchema<Column>;
