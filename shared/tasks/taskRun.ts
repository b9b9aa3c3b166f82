import { deserialize, serialize } from "node:v8";
import type { Column } from "@pdp/basics/columns";
import type { Numbering } from "@pdp/basics/proteins";
import type { ArtifactType, Payload } from "#shared/domain/tasks/artifact.ts";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { isPending, markProgress } from "#shared/domain/tasks/taskTransitions.ts";
import { taskStageKey } from "#shared/objects/keys.ts";
import { getBytes, putBytes } from "#shared/objects/objects.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { isFrozen } from "#shared/store/freezes.ts";
import { changeTask } from "#shared/store/tasks.ts";

/** Maximum computing time of one call before the state machine calls again, in milliseconds. */
const SLICE_MS = 300_000;
/** Minimum interval between progress writes, in milliseconds. */
const PROGRESS_INTERVAL_MS = 1_000;

/** Ends a call when its slice is over: everything done so far is stored, and the next call continues from there. */
export class SliceEnded extends Error {
  override readonly name = "SliceEnded";
}

/** Ends an execution if its task has been canceled, recovered or settled in the meantime: its writes have no effect. */
export class StaleTask extends Error {
  override readonly name = "StaleTask";
}

/** Payload of an artifact created by a task. */
export interface NewPayload extends Omit<Payload, "key"> {
  content: Uint8Array | string;
}

/** Artifact created by a task; the task's result refers to it by `name`. */
export interface NewArtifact {
  name: string;
  type: ArtifactType;
  data: Record<string, unknown>;
  payloads: Record<string, NewPayload>;
}

/** Table created by a task: `tasks.task_<id>.<name>`. */
export interface NewTaskTable {
  name: string;
  description: string;
  columns: Column[];
  rows: Record<string, unknown>[];
}

/** Outcome of a task. `result` is computed from the ids of its artifacts and the references of its tables, by name. */
export interface Outcome {
  artifacts: NewArtifact[];
  tables: NewTaskTable[];
  /** Residue numbers used in its report and its table; count from 1 if absent. */
  numbering?: Numbering;
  result: (ids: {
    artifact: (name: string) => string;
    table: (name: string) => string;
  }) => Record<string, unknown>;
}

/** Outcome of a search for designs, with the sequences that it found. */
export interface SearchOutcome extends Outcome {
  /** Candidates from which the designs were selected, including the designs. */
  candidates: readonly Uint8Array[];
  selected: readonly Uint8Array[];
  counts: { num_candidates_generated: number; num_candidates_unique: number };
}

/** One execution of a task, as seen by its program. */
export class TaskRun<Parameters = unknown> {
  readonly scope: WorkspaceScope;
  readonly task: TaskRecord;
  /** Fires when the work is no longer needed. */
  readonly signal: AbortSignal;
  readonly #until: number;
  #reported = 0;

  constructor(
    scope: WorkspaceScope,
    task: TaskRecord,
    signal: AbortSignal,
    until: number = Date.now() + SLICE_MS,
  ) {
    this.scope = scope;
    this.task = task;
    this.signal = signal;
    this.#until = until;
  }

  /** Returns the same execution with other parameters. */
  withParameters<P extends object>(parameters: P): TaskRun<P> {
    const task = { ...this.task, parameters: parameters as Record<string, unknown> };
    return new TaskRun<P>(this.scope, task, this.signal, this.#until);
  }

  /** Parameters of the task, which were checked before it was stored; their type depends on the type of the task. */
  get parameters(): Parameters {
    return this.task.parameters as Parameters;
  }

  /** Seed for all random numbers in this task. */
  get seed(): string {
    const { seed } = this.task.parameters;
    return typeof seed === "number" ? String(seed) : this.task.id;
  }

  /**
   * Computes a value once: a repeated, resumed or recovered execution reads the stored value. Throws `SliceEnded` after
   * a computation that used up the slice.
   */
  async stage<T>(name: string, compute: () => Promise<T> | T): Promise<T> {
    this.signal.throwIfAborted();
    const key = taskStageKey(this.scope.id, this.task.id, name);
    const known = await getBytes(this.scope, key);
    if (known) return deserialize(known) as T;
    if (await isFrozen(this.scope, "CHANGE")) throw new SliceEnded();
    const value = await compute();
    await this.#requireCurrent();
    await putBytes(this.scope, key, serialize(value));
    if (Date.now() > this.#until) throw new SliceEnded();
    return value;
  }

  /** Writes progress periodically, or immediately if `force` is set. Ends a stale execution. */
  async progress(details: Record<string, unknown>, force = false): Promise<void> {
    this.signal.throwIfAborted();
    if (!force && Date.now() - this.#reported < PROGRESS_INTERVAL_MS) return;
    this.#reported = Date.now();
    await changeTask(this.scope, this.task.id, (task) => {
      this.#requireAttempt(task);
      return markProgress(task, details, now());
    });
  }

  async #requireCurrent(): Promise<void> {
    await changeTask(this.scope, this.task.id, (task) => {
      this.#requireAttempt(task);
      return task;
    });
  }

  #requireAttempt(task: TaskRecord): void {
    if (task.attempt !== this.task.attempt || !isPending(task)) throw new StaleTask();
  }
}
