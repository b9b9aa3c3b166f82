import * as v from "valibot";
import { type Column, ColumnType, type ItemType } from "#shared/domain/column.ts";
import { ShownText } from "#shared/domain/textFields.ts";

/** Schemas of columns in responses. */

const nested = {
  nullable: v.pipe(v.boolean(), v.description("Whether a row may have no value")),
  columns: v.pipe(
    v.optional(v.array(v.lazy((): v.GenericSchema<Column> => ColumnResponse))),
    v.description("The fields of a STRUCT"),
  ),
  item_type: v.pipe(
    v.optional(v.lazy((): v.GenericSchema<ItemType> => ItemResponse)),
    v.description("Type of the items of an ARRAY"),
  ),
};

export const ItemResponse: v.GenericSchema<ItemType> = v.object({
  type: ColumnType,
  ...nested,
}) as v.GenericSchema<ItemType>;

export const ColumnResponse: v.GenericSchema<Column> = v.object({
  type: ColumnType,
  name: v.string(),
  ...nested,
  metadata: v.object({
    description: v.pipe(
      ShownText,
      v.description("What the values mean, with their unit; null if it is not stated"),
    ),
    deprecated: v.boolean(),
  }),
  source_name: v.pipe(
    v.optional(v.string()),
    v.description("In a data load: the name of the file's column, if it differs"),
  ),
}) as v.GenericSchema<Column>;
