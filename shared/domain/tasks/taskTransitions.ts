import { conflict } from "@pdp/basics/errors";
import type { StoredNumbering } from "@pdp/basics/proteins";
import { noCandidates } from "@pdp/science/designs";
import type { Context } from "#shared/domain/context.ts";
import { type AuditStamp, applyChanges, newAuthored } from "#shared/domain/fields.ts";
import { newMeaning } from "./combinedGenerators.ts";
import { numDesigns } from "./numDesigns.ts";
import {
  type FailureKind,
  generatesVariants,
  type Task,
  type TaskRecord,
  type TaskType,
  type TaskUpdate,
} from "./task.ts";
import { NO_INPUTS, type TaskInputs } from "./taskInputs.ts";
import { taskProgress } from "./taskProgress.ts";

export interface NewTask {
  type: TaskType;
  context: Context;
  display_name: string | null;
  description: string | null;
  idempotency_key: string | null;
  parameters: Record<string, unknown>;
  parameters_cut?: boolean;
}

/** Creates a task that waits for its execution. */
export function createTask(id: string, fields: NewTask, stamp: AuditStamp): TaskRecord {
  return {
    ...newAuthored(id, stamp),
    ...fields,
    ...newMeaning(fields.parameters),
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

/** Returns the details of a task that has not made any progress yet; a design task has all of its counts from the start. */
function freshDetails({ type, parameters, status_details }: TaskRecord): Task["status_details"] {
  if (status_details !== null || !generatesVariants({ type })) return status_details;
  return { ...noCandidates(numDesigns(parameters)) };
}

/** Returns the details of a finished task: a design task keeps its last counts; other tasks may have no details. */
function lastDetails(task: TaskRecord): Task["status_details"] {
  const hasPhases = ["train/v1", "train/v2", "predict/v1"].includes(task.type);
  return hasPhases ? null : freshDetails(task);
}

/** Marks the task as executing, and records which data it has read. */
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

/** Records the progress of a task. A resumed execution repeats its stages, so progress below the recorded value is ignored. */
export function markProgress(task: TaskRecord, details: Record<string, unknown>, at: string): TaskRecord {
  const after = { ...task, status_details: details, updated_at: at };
  return fractionOf(after) < fractionOf(task) ? task : after;
}

function fractionOf(task: TaskRecord): number {
  return taskProgress(task)?.fraction ?? 0;
}

/** Output of a completed task, and the residue numbers used in it; null where they count from 1. */
export interface Completion {
  result: Record<string, unknown>;
  loadId: string | null;
  numbering: StoredNumbering | null;
}

export function markCompleted(
  task: TaskRecord,
  { result, loadId, numbering }: Completion,
  at: string,
): TaskRecord {
  return {
    ...task,
    state: "COMPLETED",
    result,
    ...(numbering && { numbering }),
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

/** Cancels the task. Later writes by its execution are rejected, because they belong to an older attempt. */
export function cancelTask(task: TaskRecord, stamp: AuditStamp): TaskRecord {
  if (!isPending(task)) {
    throw conflict(
      "task_ended",
      `The task ${task.id} is ${task.state}: only a task that has not finished can be cancelled.`,
    );
  }
  return {
    ...applyChanges(task, { state: "CANCELLED", status_details: lastDetails(task) }, stamp),
    ended_at: stamp.at,
    attempt: task.attempt + 1,
  };
}

/** Resumes a failed or canceled task from its last checkpoint. */
export function recoverTask(task: TaskRecord, stamp: AuditStamp): TaskRecord {
  if (task.erased_at !== undefined) {
    throw conflict(
      "task_erased",
      `Rows that the task ${task.id} read were erased at ${task.erased_at}. Create it again with the remaining rows.`,
    );
  }
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

/** Moves a finished task to another context. */
export function moveTask(task: TaskRecord, context: Context, stamp: AuditStamp): TaskRecord {
  if (isPending(task))
    throw conflict(
      "task_unfinished",
      `The task ${task.id} is ${task.state}: it can be moved once it has finished.`,
    );
  return applyChanges(task, { context }, stamp);
}

const MAX_RESTARTS = 4;

/** Restarts a task after its execution has died, as a new attempt. Returns null if no restarts are left. */
export function restartTask(task: TaskRecord): TaskRecord | null {
  if (task.restarts >= MAX_RESTARTS) return null;
  return { ...task, attempt: task.attempt + 1, restarts: task.restarts + 1 };
}

export function updateTask(task: TaskRecord, changes: TaskUpdate, stamp: AuditStamp): TaskRecord {
  const { idempotency_key: key = null } = changes;
  if (key !== null && task.idempotency_key !== null && key !== task.idempotency_key) {
    throw conflict(
      "idempotency_key_set",
      `The task ${task.id} has the idempotency key "${task.idempotency_key}", which cannot be changed.`,
    );
  }
  const { display_name = task.display_name, description = task.description } = changes;
  return applyChanges(
    task,
    { display_name, description, idempotency_key: key ?? task.idempotency_key },
    stamp,
  );
}
