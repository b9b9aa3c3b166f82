import * as v from "valibot";
import { Timestamp } from "#shared/domain/fields.ts";
import { IdString } from "#shared/domain/id.ts";
import { Version } from "./version.ts";

/** Maximum number of versions listed in a comparison. */
export const MAX_LISTED_VERSIONS = 100;
/** Maximum number of loads listed in a comparison or a preview. */
export const MAX_LISTED_LOADS = 1000;

const Side = v.object({
  version_id: v.pipe(IdString, v.description("The table's version at this point in the history")),
  created_at: Timestamp,
  rows: v.number(),
  bytes: v.number(),
});

export const LoadRows = v.object({
  load_id: IdString,
  rows_added: v.number(),
  rows_removed: v.number(),
});

/** Changes to a table between two versions. */
export const TableDiff = v.object({
  table_id: IdString,
  reference: v.string(),
  from: Side,
  to: Side,
  rows_added: v.pipe(v.number(), v.description("Rows in `to` but not in `from`")),
  rows_removed: v.pipe(v.number(), v.description("Rows in `from` but not in `to`")),
  loads: v.pipe(
    v.array(LoadRows),
    v.description(`Loads with differing rows, oldest first; at most ${MAX_LISTED_LOADS}`),
  ),
  more_loads: v.pipe(v.number(), v.description("Number of further loads with differing rows")),
  columns_added: v.pipe(v.array(v.string()), v.description("Columns in `to` but not in `from`")),
  changes: v.pipe(
    v.array(Version),
    v.description(
      `Versions of the table after \`from\`, up to and including \`to\`, oldest first; at most ${MAX_LISTED_VERSIONS}`,
    ),
  ),
  more_changes: v.pipe(
    v.boolean(),
    v.description("Whether there are more versions; list them with `table:listVersions`"),
  ),
});
export type TableDiff = v.InferOutput<typeof TableDiff>;
