import { type TaskInputs, taskInputs } from "#shared/domain/tasks/taskInputs.ts";
import type { Snapshot } from "#shared/history/taskSnapshots.ts";
import { taskSnapshotKey } from "#shared/objects/keys.ts";
import { putJson } from "#shared/objects/objects.ts";
import { newId } from "#shared/runtime/ids.ts";
import type { TaskRun } from "./taskRun.ts";

const STAGE = "pinned";

/** Record of the data read by a task. */
export interface Snapshots {
  /** Version of each table that was read, by table reference. */
  tables: Record<string, string>;
  /** Inputs that were read, by name. */
  inputs: Record<string, Snapshot>;
}

export interface Pinned<T> {
  data: T;
  snapshots: Snapshots;
  /** Snapshot id of each input, by input name. */
  ids: Record<string, string>;
}

/** Reads and checks all data that a task needs from the workspace; stored only if everything is valid. */
export async function pin<T>(run: TaskRun, read: (snapshots: Snapshots) => Promise<T>): Promise<Pinned<T>> {
  const pinned = await run.stage(STAGE, async () => {
    const snapshots: Snapshots = { tables: {}, inputs: {} };
    const data = await read(snapshots);
    const ids = Object.fromEntries(Object.keys(snapshots.inputs).map((input) => [input, newId()]));
    return { data, snapshots, ids };
  });
  const { scope, task } = run;
  for (const [input, snapshot] of Object.entries(pinned.snapshots.inputs)) {
    await putJson(scope, taskSnapshotKey(scope.id, task.id, input), snapshot);
  }
  return pinned;
}

/** Returns the record of the data read by a task. */
export function inputsOf(
  { parameters }: { parameters: unknown },
  { snapshots, ids }: Pinned<unknown>,
): TaskInputs {
  return taskInputs(parameters, ids, snapshots.tables);
}

/** Reads the data that were pinned before the task started computing. */
export async function readPinnedData<T>(run: TaskRun): Promise<T> {
  const { data } = await run.stage<Pinned<T>>(STAGE, () => {
    throw new Error("The data of this task has not been pinned");
  });
  return data;
}
