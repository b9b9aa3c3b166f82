import type { TaskRun } from "./taskRun.ts";

const STAGE = "pinned";

export interface Pinned<T> {
  data: T;
  /** Versions of the tables that were read, by reference. */
  snapshots: Record<string, string>;
}

/** Reads and checks all data that a task needs of the workspace's tables; stored only if everything is valid. */
export function pin<T>(
  run: TaskRun,
  read: (snapshots: Record<string, string>) => Promise<T>,
): Promise<Pinned<T>> {
  return run.stage(STAGE, async () => {
    const snapshots: Record<string, string> = {};
    return { data: await read(snapshots), snapshots };
  });
}

/** Reads the data that were pinned before the task began to compute. */
export async function pinned<T>(run: TaskRun): Promise<T> {
  const { data } = await run.stage<Pinned<T>>(STAGE, () => {
    throw new Error("The data of this task was not pinned");
  });
  return data;
}
