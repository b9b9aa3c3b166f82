import {
  type Column,
  ColumnType,
  type ItemType,
  Notations,
  Part,
  SequenceKind,
  sequenceKindOf,
} from "@pdp/basics/columns";
import { ShownText } from "@pdp/basics/schemas";
import * as v from "valibot";

/** Schemas of columns in responses. */

const nested = {
  nullable: v.pipe(v.boolean(), v.description("True if values may be missing")),
  columns: v.pipe(
    v.optional(v.array(v.lazy((): v.GenericSchema<Column> => ColumnResponse))),
    v.description("The fields of a STRUCT"),
  ),
  item_type: v.pipe(
    v.optional(v.lazy((): v.GenericSchema<ItemType> => ItemResponse)),
    v.description("Item type of an ARRAY"),
  ),
};

export const ItemResponse: v.GenericSchema<ItemType> = v.object({
  type: ColumnType,
  ...nested,
}) as v.GenericSchema<ItemType>;

const ColumnEntries = v.object({
  type: ColumnType,
  name: v.string(),
  ...nested,
  metadata: v.object({
    description: v.pipe(
      ShownText,
      v.description("Meaning of the values, with their unit; null if not specified"),
    ),
    deprecated: v.boolean(),
    kind: v.pipe(
      v.optional(SequenceKind),
      v.description("Kind of its sequences; absent if the column has no sequences"),
    ),
  }),
  source_name: v.pipe(
    v.optional(v.string()),
    v.description("In a data load: name of the column in the file, if different"),
  ),
  missing_values: v.pipe(
    v.optional(v.array(v.string())),
    v.description("In a data load: words that mean a missing value in this column"),
  ),
  notations: v.optional(Notations),
  part: v.optional(Part),
});

export const ColumnResponse = v.pipe(
  ColumnEntries,
  v.transform((column): Column => showKind(column as Column)),
) as unknown as v.GenericSchema<Column>;

/** Returns the column with its sequence kind, including a kind that follows from its name. */
function showKind(column: Column): Column {
  const kind = sequenceKindOf(column);
  return kind === undefined ? column : { ...column, metadata: { ...column.metadata, kind } };
}
