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
  "MOVE_LOAD",
  "MOVE_TASK",
  "ERASURE",
]);
export type VersionKind = v.InferOutput<typeof VersionKind>;

/** One commit in the totally ordered history of a workspace. */
export const Version = v.object({
  id: IdString,
  kind: VersionKind,
  created_at: Timestamp,
  created_by: v.pipe(v.string(), v.description("Id of the user or machine client that created it")),
  load_id: v.pipe(
    v.optional(IdString),
    v.description(
      "The data load, for LOAD, UNDO_LOAD, REDO_LOAD and MOVE_LOAD, and for MOVE_TASK if the task has result rows",
    ),
  ),
  erasure_id: v.pipe(v.optional(IdString), v.description("The erasure, for ERASURE")),
  tables: v.pipe(
    v.array(
      v.object({
        table_id: IdString,
        reference: v.string(),
        rows: v.pipe(
          v.optional(v.number()),
          v.description(
            "Number of rows of the table in this version, across all projects; absent for a view",
          ),
        ),
        rows_added: v.pipe(
          v.optional(v.number()),
          v.description("Number of rows added since the table's previous version"),
        ),
        rows_removed: v.pipe(
          v.optional(v.number()),
          v.description("Number of rows removed since the table's previous version"),
        ),
      }),
    ),
    v.description(
      "Tables changed by this version, with their references; none if a load or a task moved to another round",
    ),
  ),
  tags: v.pipe(
    v.optional(v.array(v.string())),
    v.description("Names assigned with `version:tag`; absent if there are none"),
  ),
});
export type Version = v.InferOutput<typeof Version>;

/** Change to one table within a version. */
export type VersionTable = Version["tables"][number];
