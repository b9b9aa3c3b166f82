import * as v from "valibot";
import { Context } from "#shared/domain/context.ts";
import { conflict } from "#shared/domain/errors.ts";
import {
  type AuditStamp,
  applyChanges,
  entityFields,
  newAuthored,
  Timestamp,
} from "#shared/domain/fields.ts";
import { IdString } from "#shared/domain/id.ts";
import {
  absentOrNull,
  Description,
  optional,
  ShownText,
  text,
  textOrNone,
} from "#shared/domain/textFields.ts";
import { noCandidates } from "./candidateCounts.ts";
import { NO_INPUTS, type TaskInputs } from "./taskInputs.ts";
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
]);
export type TaskType = v.InferOutput<typeof TaskType>;

/** Tells whether a task requires the workspace capability `can_generate_variants`. */
export function generatesVariants({ type }: Pick<Task, "type">): boolean {
  return type === "diversify/v2" || type === "engineer/v2";
}

export const TaskState = v.picklist(["INIT", "EXECUTING", "COMPLETED", "FAILED", "CANCELLED"]);
export type TaskState = v.InferOutput<typeof TaskState>;

export const IdempotencyKey = text(1, 256);
const DisplayName = textOrNone(200);

/** Fields whose content depends on the task's type. */
const Details = v.record(v.string(), v.unknown());

export const Task = v.object({
  errors: v.pipe(
    v.array(v.string()),
    v.description("Why it failed: sentences that say what to change, or that the failure was ours"),
  ),
  ...entityFields,
  type: TaskType,
  context: Context,
  display_name: ShownText,
  idempotency_key: ShownText,
  description: ShownText,
  data_load_id: v.pipe(v.nullable(IdString), v.description("The data load that holds its result rows")),
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
      "As given at creation. Where they have more than 64 KB, `num_rows` stands for the rows that the request listed",
    ),
  ),
  result: v.pipe(v.nullable(Details), v.metadata({ jsonSchema: RESULT_SCHEMA })),
  state: TaskState,
  started_at: v.pipe(
    v.nullable(Timestamp),
    v.description(
      "When its data was pinned and its work began; null before that. Again when it is recovered",
    ),
  ),
  ended_at: v.pipe(v.nullable(Timestamp), v.description("When it was completed, failed or cancelled")),
  progress: v.pipe(
    v.nullable(TaskProgress),
    v.description("How far it is, for every type alike; null once it has failed or was cancelled"),
  ),
  status_details: v.pipe(
    v.nullable(Details),
    v.description(
      "Counts of a task that designs, from the moment it is EXECUTING: `step`, `num_candidates_generated`, `num_candidates_unique`, `num_candidates_filtered`, `num_candidates_rejected`, `num_candidates_selected`, `target_num_candidates` and `beam_stability` (of engineer, `population_stability` is the same number). They stay when it fails. Null for other types, whose `progress` says how far they are",
    ),
  ),
});
export type Task = v.InferOutput<typeof Task>;

/** Cause of a failure: the parameters or the data (`USER`), or the service (`INTERNAL`). */
export type FailureKind = "USER" | "INTERNAL";

/** Task as it is stored. Those of earlier versions have no times. */
export interface TaskRecord extends Omit<Task, "progress" | "started_at" | "ended_at"> {
  started_at?: string | null;
  ended_at?: string | null;
  /** Incremented with every start of a state machine; writes of an older execution are rejected. */
  attempt: number;
  /** Number of restarts by a sweeper since a user last started or recovered the task. */
  restarts: number;
  failure: FailureKind | null;
  /** Snapshot id of each input, by its name; null in tasks of releases whose snapshots had no ids. */
  inputs: Record<string, string | null>;
  /** Whether the rows that the request listed are stored apart; absent if not. */
  parameters_cut?: boolean;
}

/** Fields that tasks of every type are created with. */
export const taskFields = {
  display_name: v.pipe(optional(DisplayName), v.examples(["Second round"])),
  description: v.pipe(optional(Description), v.examples(["Designs for the plate of March"])),
  idempotency_key: v.pipe(
    optional(IdempotencyKey),
    v.description(
      "At most one task for each key in a context; a second creation is a 409 that names the first",
    ),
    v.examples(["round-2-engineer"]),
  ),
};

export const TaskUpdate = v.object({
  display_name: v.pipe(absentOrNull(DisplayName), v.examples(["Second round"])),
  description: v.pipe(absentOrNull(Description), v.examples(["Designs for the plate of March"])),
  idempotency_key: v.pipe(
    absentOrNull(IdempotencyKey),
    v.description("Can be set where the task has none"),
    v.examples(["round-2-engineer"]),
  ),
});
export type TaskUpdate = v.InferOutput<typeof TaskUpdate>;

export interface NewTask {
  type: TaskType;
  context: Context;
  display_name: string | null;
  description: string | null;
  idempotency_key: string | null;
  parameters: Record<string, unknown>;
  parameters_cut?: boolean;
}

/** Creates a task, which waits for its execution. */
export function createTask(id: string, fields: NewTask, stamp: AuditStamp): TaskRecord {
  return {
    ...newAuthored(id, stamp),
    ...fields,
    errors: [],
    archived_at: null,
    archived_by: null,
    data_load_id: null,
    ...NO_INPUTS,
    result: null,
    state: "INIT",
    status_details: null,
    attempt: 1,
    restarts: 0,
    failure: null,
  };
}

export function isPending({ state }: Pick<Task, "state">): boolean {
  return state === "INIT" || state === "EXECUTING";
}

/** Returns the details of a task that has made no progress since: all counts of a task that designs. */
function freshDetails({ type, parameters, status_details }: TaskRecord): Task["status_details"] {
  if (status_details !== null || !generatesVariants({ type })) return status_details;
  return { ...noCandidates(Number(parameters.num_assemblies)) };
}

/** Returns the details of a task that has ended: a task that designs has its last counts, others may have none. */
function lastDetails(task: TaskRecord): Task["status_details"] {
  return task.type === "train/v2" || task.type === "predict/v1" ? null : freshDetails(task);
}

/** Marks the task as executing, with what it has read. */
export function markExecuting(task: TaskRecord, inputs: TaskInputs, at: string): TaskRecord {
  return {
    ...task,
    state: "EXECUTING",
    started_at: at,
    ended_at: null,
    ...inputs,
    status_details: freshDetails(task),
    updated_at: at,
  };
}

/** Records how far a task is. An execution that resumes passes its stages again: less progress than recorded is ignored. */
export function markProgress(task: TaskRecord, details: Record<string, unknown>, at: string): TaskRecord {
  const after = { ...task, status_details: details, updated_at: at };
  return fractionOf(after) < fractionOf(task) ? task : after;
}

function fractionOf(task: TaskRecord): number {
  return taskProgress(task)?.fraction ?? 0;
}

export function markCompleted(
  task: TaskRecord,
  result: Record<string, unknown>,
  loadId: string | null,
  at: string,
): TaskRecord {
  return {
    ...task,
    state: "COMPLETED",
    result,
    status_details: lastDetails(task),
    data_load_id: loadId,
    errors: [],
    failure: null,
    ended_at: at,
    updated_at: at,
  };
}

export function markFailed(task: TaskRecord, failure: FailureKind, errors: string[], at: string): TaskRecord {
  const ended = { status_details: lastDetails(task), ended_at: at, updated_at: at };
  return { ...task, state: "FAILED", failure, errors, ...ended };
}

/** Cancels the task. Further writes of its execution are rejected, because they belong to an older attempt. */
export function cancelTask(task: TaskRecord, stamp: AuditStamp): TaskRecord {
  if (!isPending(task)) {
    throw conflict(
      "task_ended",
      `The task ${task.id} is ${task.state}: only a task that has not ended can be cancelled.`,
    );
  }
  return {
    ...applyChanges(task, { state: "CANCELLED", status_details: lastDetails(task) }, stamp),
    ended_at: stamp.at,
    attempt: task.attempt + 1,
  };
}

/** Resumes a failed or cancelled task from its last checkpoint. */
export function recoverTask(task: TaskRecord, stamp: AuditStamp): TaskRecord {
  if (task.state !== "FAILED" && task.state !== "CANCELLED") {
    throw conflict(
      "task_not_recoverable",
      `The task ${task.id} is ${task.state}: only a FAILED or CANCELLED task can be recovered.`,
    );
  }
  return {
    ...applyChanges(task, { state: "EXECUTING", errors: [], status_details: freshDetails(task) }, stamp),
    failure: null,
    started_at: stamp.at,
    ended_at: null,
    attempt: task.attempt + 1,
    restarts: 0,
  };
}

const MAX_RESTARTS = 4;

/** Restarts a task whose execution died, under a new attempt. Returns null if the restarts are used up. */
export function restartTask(task: TaskRecord): TaskRecord | null {
  if (task.restarts >= MAX_RESTARTS) return null;
  return { ...task, attempt: task.attempt + 1, restarts: task.restarts + 1 };
}

export function updateTask(task: TaskRecord, changes: TaskUpdate, stamp: AuditStamp): TaskRecord {
  const { idempotency_key: key = null } = changes;
  if (key !== null && task.idempotency_key !== null && key !== task.idempotency_key) {
    throw conflict(
      "idempotency_key_set",
      `The task ${task.id} has the idempotency key "${task.idempotency_key}": it cannot be changed.`,
    );
  }
  const { display_name = task.display_name, description = task.description } = changes;
  return applyChanges(
    task,
    { display_name, description, idempotency_key: key ?? task.idempotency_key },
    stamp,
  );
}

/** Returns the task as the API shows it. */
export function shownTask(record: TaskRecord): Task {
  const { attempt: _, restarts: __, failure: ___, parameters_cut: ____, ...task } = record;
  const { started_at = null, ended_at = null } = record;
  const progress = taskProgress(record);
  return { ...task, started_at, ended_at, progress, status_details: shownDetails(record) };
}

/** Returns the counts of a task that designs. What other types record is for their `progress`. */
function shownDetails({ type, status_details: details }: TaskRecord): Task["status_details"] {
  if (details === null || !generatesVariants({ type })) return null;
  return { ...details, beam_stability: details.beam_stability ?? details.population_stability ?? 0 };
}

/** Names of the task counters of a workspace, by state; cancelled tasks are not counted. */
export const TASK_COUNTS = ["failed_user", "failed_internal", "succeeded", "pending"] as const;
export type TaskCount = (typeof TASK_COUNTS)[number];
export type TaskCounts = Record<TaskCount, number>;

/** Tells whether nothing more happens in a task. */
export function hasEnded({ state }: Pick<TaskRecord, "state">): boolean {
  return state !== "INIT" && state !== "EXECUTING";
}

export function countOf({ state, failure }: Pick<TaskRecord, "state" | "failure">): TaskCount | null {
  if (state === "COMPLETED") return "succeeded";
  if (state === "FAILED") return failure === "USER" ? "failed_user" : "failed_internal";
  return state === "CANCELLED" ? null : "pending";
}
