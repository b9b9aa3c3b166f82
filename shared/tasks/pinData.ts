import type { TaskRun } from "./taskRun.ts";

const STAGE = "pinned";

export interface Pinned<T> {
  data: T;
  /** The version of each table that it was read from, by reference. */
  snapshots: Record<string, string>;
}

/** Reads and checks all that a task needs of the workspace's tables: kept as a whole once everything is in order. */
export function pin<T>(
  run: TaskRun,
  read: (snapshots: Record<string, string>) => Promise<T>,
): Promise<Pinned<T>> {
  return run.stage(STAGE, async () => {
    const snapshots: Record<string, string> = {};
    return { data: await read(snapshots), snapshots };
  });
}

/** What was pinned before the task began to compute. */
export async function pinned<T>(run: TaskRun): Promise<T> {
  const { data } = await run.stage<Pinned<T>>(STAGE, () => {
    throw new Error("The data of this task was not pinned");
  });
  return data;
}
