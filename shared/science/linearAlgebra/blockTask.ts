import { solveLowerBlock, solveLowerTransposedBlock } from "./blockKernels.ts";
import { addTileProducts } from "./tileProduct.ts";

const OPERATIONS = {
  addProduct: addTileProducts,
  solveLower: solveLowerBlock,
  solveLowerTransposed: solveLowerTransposedBlock,
};

type Operations = typeof OPERATIONS;

/** Call of a kernel. Tasks that run concurrently write to different elements. */
export type BlockTask = {
  [Name in keyof Operations]: { operation: Name; arguments: Parameters<Operations[Name]> };
}[keyof Operations];

/** Runs tasks in order and returns when all are done. */
export interface TaskRunner {
  run(tasks: readonly BlockTask[]): void;
}

/** Runs tasks on the calling thread. */
export const oneThread: TaskRunner = {
  run(tasks) {
    for (const task of tasks) runTask(task);
  },
};

/** Tasks of one call, shared by all threads. */
export interface SharedTasks {
  tasks: readonly BlockTask[];
  /** Numbers of tasks claimed, done and failed; in shared memory. */
  counters: Int32Array;
}

/** Claims and runs tasks until none are left. */
export function drainTasks({ tasks, counters }: SharedTasks): void {
  for (let next = Atomics.add(counters, 0, 1); next < tasks.length; next = Atomics.add(counters, 0, 1)) {
    try {
      runTask(tasks[next]!);
    } catch {
      Atomics.add(counters, 2, 1);
    }
    Atomics.add(counters, 1, 1);
    Atomics.notify(counters, 1);
  }
}

function runTask(task: BlockTask): void {
  (OPERATIONS[task.operation] as (...values: unknown[]) => void)(...task.arguments);
}
