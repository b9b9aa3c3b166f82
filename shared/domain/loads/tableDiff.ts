import * as v from "valibot";
import { Timestamp } from "#shared/domain/fields.ts";
import { IdString } from "#shared/domain/id.ts";
import { Version } from "./version.ts";

/** Maximum number of versions that a comparison lists. */
export const MAX_LISTED_VERSIONS = 100;
/** Maximum number of loads that a comparison or a preview lists. */
export const MAX_LISTED_LOADS = 1000;

const Side = v.object({
  version_id: v.pipe(IdString, v.description("The table's own version at this point of the history")),
  created_at: Timestamp,
  rows: v.number(),
  bytes: v.number(),
});

export const LoadRows = v.object({
  load_id: IdString,
  rows_added: v.number(),
  rows_removed: v.number(),
});

/** Changes of a table between two versions. */
export const TableDiff = v.object({
  table_id: IdString,
  reference: v.string(),
  from: Side,
  to: Side,
  rows_added: v.pipe(v.number(), v.description("Rows of `to` that `from` does not have")),
  rows_removed: v.pipe(v.number(), v.description("Rows of `from` that `to` does not have")),
  loads: v.pipe(
    v.array(LoadRows),
    v.description(`The loads whose rows differ, the oldest first; at most ${MAX_LISTED_LOADS}`),
  ),
  more_loads: v.pipe(v.number(), v.description("Number of further loads whose rows differ")),
  columns_added: v.pipe(v.array(v.string()), v.description("Columns of `to` that `from` does not have")),
  changes: v.pipe(
    v.array(Version),
    v.description(
      `The versions of the table after \`from\` up to \`to\`, the oldest first; at most ${MAX_LISTED_VERSIONS}`,
    ),
  ),
  more_changes: v.pipe(
    v.boolean(),
    v.description("Whether there are further ones, which `table:listVersions` lists"),
  ),
});
export type TableDiff = v.InferOutput<typeof TableDiff>;
