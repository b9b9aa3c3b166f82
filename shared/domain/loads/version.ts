import * as v from "valibot";
import { Timestamp } from "#shared/domain/fields.ts";
import { IdString } from "#shared/domain/id.ts";

export const VersionKind = v.picklist([
  "TABLE_CREATE",
  "TABLE_UPDATE",
  "TABLE_RENAME",
  "TABLE_ARCHIVE",
  "TABLE_UNARCHIVE",
  "LOAD",
  "UNDO_LOAD",
  "REDO_LOAD",
  "ERASURE",
]);
export type VersionKind = v.InferOutput<typeof VersionKind>;

/** One commit in the totally ordered history of a workspace. */
export const Version = v.object({
  id: IdString,
  kind: VersionKind,
  created_at: Timestamp,
  created_by: v.pipe(v.string(), v.description("The id of the user or machine that made it")),
  load_id: v.pipe(v.optional(IdString), v.description("The data load, for LOAD, UNDO_LOAD and REDO_LOAD")),
  erasure_id: v.pipe(v.optional(IdString), v.description("The erasure, for ERASURE")),
  tables: v.pipe(
    v.array(
      v.object({
        table_id: IdString,
        reference: v.string(),
        rows: v.pipe(
          v.optional(v.number()),
          v.description("Rows of the table in this version, of all projects; absent for a view"),
        ),
        rows_added: v.pipe(
          v.optional(v.number()),
          v.description("Rows that this version added to those of the table's version before"),
        ),
        rows_removed: v.pipe(
          v.optional(v.number()),
          v.description("Rows of the table's version before that this one no longer has"),
        ),
      }),
    ),
    v.description("The tables that it changed, with their references"),
  ),
  tags: v.pipe(
    v.optional(v.array(v.string())),
    v.description("Its names, given by `version:tag`; absent if it has none"),
  ),
});
export type Version = v.InferOutput<typeof Version>;

/** Change of one table within a version. */
export type VersionTable = Version["tables"][number];
