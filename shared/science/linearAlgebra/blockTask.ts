import { type BlockKernels, ownBlockKernels } from "./blockKernels.ts";

type Operation = "addProduct" | "solveLower" | "solveLowerTransposed";

/** Call of a kernel. Tasks that run concurrently write to different numbers. */
export type BlockTask = {
  [Name in Operation]: { operation: Name; arguments: Parameters<BlockKernels[Name]> };
}[Operation];

/** Runs tasks in order and returns when all are done. */
export interface TaskRunner {
  run(tasks: readonly BlockTask[]): void;
}

/** Runs tasks on the calling thread. */
export const oneThread: TaskRunner = {
  run(tasks) {
    const kernels = ownBlockKernels();
    for (const task of tasks) (kernels[task.operation] as (...values: unknown[]) => void)(...task.arguments);
  },
};
