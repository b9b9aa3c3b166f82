import { taskReference } from "#shared/domain/tasks/taskReference.ts";
import type { Snapshot } from "#shared/history/taskSnapshots.ts";
import { taskSnapshotKey } from "#shared/lake/keys.ts";
import { putJson } from "#shared/lake/objects.ts";
import type { TaskRun } from "./taskRun.ts";

const STAGE = "pinned";

/** Record of what a task reads. */
export interface Snapshots {
  /** Version of each table that was read, by reference. */
  tables: Record<string, string>;
  /** Inputs that were read, by name. */
  inputs: Record<string, Snapshot>;
}

export interface Pinned<T> {
  data: T;
  snapshots: Snapshots;
}

/** Reads and checks all data that a task needs of the workspace; stored only if everything is valid. */
export async function pin<T>(run: TaskRun, read: (snapshots: Snapshots) => Promise<T>): Promise<Pinned<T>> {
  const pinned = await run.stage(STAGE, async () => {
    const snapshots: Snapshots = { tables: {}, inputs: {} };
    return { data: await read(snapshots), snapshots };
  });
  const { scope, task } = run;
  for (const [input, snapshot] of Object.entries(pinned.snapshots.inputs)) {
    await putJson(scope, taskSnapshotKey(scope.id, task.id, input), snapshot);
  }
  return pinned;
}

/** Returns the snapshots as a task shows them: versions by table, and names in SQL by input. */
export function shownSnapshots(taskId: string, { tables, inputs }: Snapshots): Record<string, string> {
  const names = Object.keys(inputs).map((input) => [input, taskReference(taskId, input)]);
  return { ...tables, ...Object.fromEntries(names) };
}

/** Reads the data that were pinned before the task began to compute. */
export async function readPinnedData<T>(run: TaskRun): Promise<T> {
  const { data } = await run.stage<Pinned<T>>(STAGE, () => {
    throw new Error("The data of this task was not pinned");
  });
  return data;
}
