import { deserialize, serialize } from "node:v8";
import type { Column } from "#shared/domain/column.ts";
import type { ArtifactType, Payload } from "#shared/domain/tasks/artifact.ts";
import { isPending, progressed, type TaskRecord } from "#shared/domain/tasks/task.ts";
import { taskStageKey } from "#shared/lake/keys.ts";
import { getBytes, putBytes } from "#shared/lake/objects.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeTask } from "#shared/store/tasks.ts";

/** How long one call computes before it lets the state machine call again, in milliseconds. */
const SLICE = 300_000;
/** How often progress is written at most, in milliseconds. */
const PROGRESS = 1_000;

/** The slice is over: everything done so far is kept, and the next call goes on from there. */
export class SliceEnded extends Error {
  override readonly name = "SliceEnded";
}

/** The task was cancelled, recovered or settled meanwhile: whatever this execution does changes nothing. */
export class StaleTask extends Error {
  override readonly name = "StaleTask";
}

/** One payload of an artifact that a task made. */
export interface NewPayload extends Omit<Payload, "key"> {
  content: Uint8Array | string;
}

/** An artifact that a task made; `name` is how its result refers to it. */
export interface NewArtifact {
  name: string;
  type: ArtifactType;
  data: Record<string, unknown>;
  payloads: Record<string, NewPayload>;
}

/** A table that a task made: `tasks.task_<id>.<name>`. */
export interface NewTaskTable {
  name: string;
  description: string;
  columns: Column[];
  rows: Record<string, unknown>[];
}

/** What a task ends with. `result` is made from the ids of its artifacts and the references of its tables, by name. */
export interface Outcome {
  artifacts: NewArtifact[];
  tables: NewTaskTable[];
  result: (ids: {
    artifact: (name: string) => string;
    table: (name: string) => string;
  }) => Record<string, unknown>;
}

/** One execution of a task, as its program sees it. */
export class TaskRun {
  readonly scope: WorkspaceScope;
  readonly task: TaskRecord;
  /** Fires when the work is no longer wanted. */
  readonly signal: AbortSignal;
  readonly #until = Date.now() + SLICE;
  #reported = 0;

  constructor(scope: WorkspaceScope, task: TaskRecord, signal: AbortSignal) {
    this.scope = scope;
    this.task = task;
    this.signal = signal;
  }

  /** Of all randomness of this task. */
  get seed(): string {
    const { seed } = this.task.parameters;
    return typeof seed === "number" ? String(seed) : this.task.id;
  }

  /**
   * Computes something once, whatever happens: a repeated, resumed or recovered execution reads what was computed before.
   * Throws `SliceEnded` behind a computation that used up the slice.
   */
  async stage<T>(name: string, compute: () => Promise<T> | T): Promise<T> {
    this.signal.throwIfAborted();
    const key = taskStageKey(this.scope.id, this.task.id, name);
    const known = await getBytes(this.scope, key);
    if (known) return deserialize(known) as T;
    const value = await compute();
    await this.#requireCurrent();
    await putBytes(this.scope, key, serialize(value));
    if (Date.now() > this.#until) throw new SliceEnded();
    return value;
  }

  /** Shows how far the task has come. Written now and then, or at once if `force` is set. Ends a stale execution. */
  async progress(details: Record<string, unknown>, force = false): Promise<void> {
    this.signal.throwIfAborted();
    if (!force && Date.now() - this.#reported < PROGRESS) return;
    this.#reported = Date.now();
    await changeTask(this.scope, this.task.id, (task) => {
      this.#requireAttempt(task);
      return progressed(task, details, now());
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
