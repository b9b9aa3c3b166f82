import { absentOrNull, Description, optional, ShownText, text, textOrNone } from "@pdp/basics/schemas";
import * as v from "valibot";
import { Context } from "#shared/domain/context.ts";
import { entityFields, Timestamp } from "#shared/domain/fields.ts";
import { IdString } from "#shared/domain/id.ts";
import { isChained } from "./combinedGenerators.ts";
import { TaskProgress, taskProgress } from "./taskProgress.ts";
import { RESULT_SCHEMA } from "./taskResults.ts";

export const TaskType = v.picklist([
  "analyze.data/v1",
  "analyze.data/v2",
  "train/v2",
  "diversify/v2",
  "engineer/v2",
  "select/v2",
  "predict/v1",
  "train/v1",
  "diversify/v1",
  "engineer/v1",
  "select/v1",
]);
export type TaskType = v.InferOutput<typeof TaskType>;

/** Tells whether a task requires the workspace capability `can_generate_variants`. */
export function generatesVariants({ type }: Pick<Task, "type">): boolean {
  return /^(?:diversify|engineer)\/v[12]$/.test(type);
}

export const TaskState = v.picklist(["INIT", "EXECUTING", "COMPLETED", "FAILED", "CANCELLED"]);
export type TaskState = v.InferOutput<typeof TaskState>;

export const IdempotencyKey = text(1, 256);
const DisplayName = textOrNone(200);

/** Fields with contents that depend on the task's type. */
const Details = v.record(v.string(), v.unknown());

export const Task = v.object({
  errors: v.pipe(
    v.array(v.string()),
    v.description("Reasons for the failure: what to change, or a note that the failure was internal"),
  ),
  ...entityFields,
  type: TaskType,
  context: Context,
  display_name: ShownText,
  idempotency_key: ShownText,
  description: ShownText,
  data_load_id: v.pipe(v.nullable(IdString), v.description("Data load that contains its result rows")),
  data_snapshots: v.pipe(
    v.record(v.string(), v.string()),
    v.description(
      "Snapshot id of each table source in its parameters, by its path in them, such as `dataset` or `data.homologs`. SQL reads the rows as the task read them: `snapshots.id_<id>`. Empty until the data has been read",
    ),
  ),
  data_versions: v.pipe(
    v.record(v.string(), v.string()),
    v.description("Version of each table that it read, by reference"),
  ),
  parameters: v.pipe(
    Details,
    v.description(
      "Parameters given at creation. If they exceed 64 KB, `num_rows` replaces the rows in the request",
    ),
  ),
  result: v.pipe(v.nullable(Details), v.metadata({ jsonSchema: RESULT_SCHEMA })),
  state: TaskState,
  started_at: v.pipe(
    v.nullable(Timestamp),
    v.description(
      "Time when its data was pinned and work started; null before that. Updated when the task is recovered",
    ),
  ),
  ended_at: v.pipe(v.nullable(Timestamp), v.description("Time when it completed, failed or was cancelled")),
  erased_at: v.pipe(
    v.optional(Timestamp),
    v.description(
      "Present if rows that it read were erased; its inputs, models, reports and rows have been deleted",
    ),
  ),
  numbering: v.pipe(
    v.optional(
      v.object({ first_position: v.nullable(v.number()), positions: v.nullable(v.array(v.number())) }),
    ),
    v.description(
      "Residue numbering in its report and in the mutations of its table: the number of the first residue, or of all residues. Absent if residues count from 1, and until the task is COMPLETED. Later changes to the project's reference do not affect it",
    ),
  ),
  semantics: v.pipe(
    v.optional(v.literal("CHAINED")),
    v.description(
      "Present if SEQUENTIAL had the meaning of CHAINED when the task was created. A new task with the same parameters uses the new meaning",
    ),
  ),
  progress: v.pipe(
    v.nullable(TaskProgress),
    v.description("Progress, for all task types; null if the task has failed or was cancelled"),
  ),
  status_details: v.pipe(
    v.nullable(Details),
    v.description(
      "Counts for a design task, starting when it is EXECUTING: `step`, `num_candidates_generated`, `num_candidates_unique`, `num_candidates_filtered`, `num_candidates_rejected`, `num_candidates_selected`, `target_num_candidates` and `beam_stability` (for engineer, `population_stability` is the same number). They are kept if the task fails. Null for other types; use `progress` instead",
    ),
  ),
});
export type Task = v.InferOutput<typeof Task>;

/** Cause of a failure: the parameters or the data (`USER`), or the service (`INTERNAL`). */
export type FailureKind = "USER" | "INTERNAL";

/** Stored form of a task. A task that has not started has no times. */
export interface TaskRecord extends Omit<Task, "progress" | "started_at" | "ended_at" | "semantics"> {
  started_at?: string | null;
  ended_at?: string | null;
  /** Incremented each time a state machine is started; writes of older executions are rejected. */
  attempt: number;
  /** Number of restarts by a sweeper since a user last started or recovered the task. */
  restarts: number;
  failure: FailureKind | null;
  /** Snapshot id of each input, by input name. */
  inputs: Record<string, string>;
  /** True if the literal rows of the request are stored separately; otherwise absent. */
  parameters_cut?: boolean;
  /** Meaning of SEQUENTIAL in its parameters; absent in tasks from earlier releases, and in tasks without it. */
  sequential?: "PREFERENCE";
}

/** Fields required to create a task of any type. */
export const taskFields = {
  display_name: v.pipe(optional(DisplayName), v.examples(["Second round"])),
  description: v.pipe(optional(Description), v.examples(["Designs for the March plate"])),
  idempotency_key: v.pipe(
    optional(IdempotencyKey),
    v.description("Only one task per key in a context; creating another returns a 409 that names the first"),
    v.examples(["round-2-engineer"]),
  ),
};

export const TaskUpdate = v.object({
  display_name: v.pipe(absentOrNull(DisplayName), v.examples(["Second round"])),
  description: v.pipe(absentOrNull(Description), v.examples(["Designs for the March plate"])),
  idempotency_key: v.pipe(
    absentOrNull(IdempotencyKey),
    v.description("Can be set only if the task has none"),
    v.examples(["round-2-engineer"]),
  ),
});
export type TaskUpdate = v.InferOutput<typeof TaskUpdate>;

/** Returns a task in its API representation. */
export function shownTask(record: TaskRecord): Task {
  const { attempt: _, restarts: __, failure: ___, parameters_cut: ____, sequential: _____, ...task } = record;
  const { started_at = null, ended_at = null } = record;
  const progress = taskProgress(record);
  const semantics = isChained(record) ? { semantics: "CHAINED" as const } : {};
  return { ...task, ...semantics, started_at, ended_at, progress, status_details: shownDetails(record) };
}

/** Returns the counts of a design task. The records of other task types are only used for their `progress`. */
function shownDetails({ type, status_details: details }: TaskRecord): Task["status_details"] {
  if (details === null || !generatesVariants({ type })) return null;
  return { ...details, beam_stability: details.beam_stability ?? details.population_stability ?? 0 };
}

/** Names of a workspace's task counters, by state; canceled tasks are not counted. */
export const TASK_COUNTS = ["failed_user", "failed_internal", "succeeded", "pending"] as const;
export type TaskCount = (typeof TASK_COUNTS)[number];
export type TaskCounts = Record<TaskCount, number>;

/** Tells whether a task has reached its final state. */
export function hasEnded({ state }: Pick<TaskRecord, "state">): boolean {
  return state !== "INIT" && state !== "EXECUTING";
}

export function countOf({ state, failure }: Pick<TaskRecord, "state" | "failure">): TaskCount | null {
  if (state === "COMPLETED") return "succeeded";
  if (state === "FAILED") return failure === "USER" ? "failed_user" : "failed_internal";
  return state === "CANCELLED" ? null : "pending";
}
