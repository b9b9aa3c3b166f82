import { ShownText } from "@pdp/basics/schemas";
import * as v from "valibot";
import { Timestamp } from "#shared/domain/fields.ts";
import { IdString } from "#shared/domain/id.ts";
import { TaskState, TaskType } from "#shared/domain/tasks/task.ts";
import { MAX_LISTED_LOADS } from "./tableDiff.ts";

/** Maximum number of tasks examined by a preview, newest first. */
export const MAX_PREVIEWED_TASKS = 1000;

/** Changes that undoing an active load, or redoing an undone load, would make. */
export const UndoPreview = v.object({
  load_id: IdString,
  action: v.pipe(
    v.picklist(["UNDO", "REDO"]),
    v.description("UNDO would hide the rows of an active load; REDO would show the rows of an undone load"),
  ),
  tables: v.pipe(
    v.array(
      v.object({
        table_id: IdString,
        reference: v.string(),
        archived_at: v.pipe(v.nullable(Timestamp), v.description("Null while it is active")),
        rows: v.pipe(v.number(), v.description("Number of the load's rows that would be hidden or shown")),
        rows_before: v.pipe(v.number(), v.description("Current number of rows in the table")),
        rows_after: v.number(),
      }),
    ),
    v.description("Tables that would get a new version"),
  ),
  later_loads: v.pipe(
    v.array(
      v.object({
        load_id: IdString,
        created_at: Timestamp,
        created_by: v.string(),
        tables: v.array(v.object({ table_id: IdString, rows: v.number() })),
      }),
    ),
    v.description(
      `Later active loads into these tables, which are not affected; at most ${MAX_LISTED_LOADS}`,
    ),
  ),
  more_later_loads: v.pipe(v.number(), v.description("Number of further loads")),
  tasks: v.pipe(
    v.array(
      v.object({
        task_id: IdString,
        type: TaskType,
        state: TaskState,
        display_name: ShownText,
        inputs: v.pipe(v.array(v.string()), v.description("Names of its inputs that read rows of the load")),
      }),
    ),
    v.description(
      "Tasks that read tables with rows of the load, newest first. They keep their data and results; a new task with the same parameters would read different rows",
    ),
  ),
  more_tasks: v.pipe(
    v.boolean(),
    v.description(`True if older tasks were not checked because there are more than ${MAX_PREVIEWED_TASKS}`),
  ),
  views: v.pipe(
    v.array(v.object({ table_id: IdString, reference: v.string() })),
    v.description("Views that read these tables, directly or through other views"),
  ),
});
export type UndoPreview = v.InferOutput<typeof UndoPreview>;
