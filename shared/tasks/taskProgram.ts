import type { Outcome, TaskRun } from "./taskRun.ts";

/** What a type of task does. Both are called again after an interruption, and find their stages done. */
export interface TaskProgram {
  /** Pins and checks the data before any work starts: what its user can mend is a `DataProblem`. */
  prepare: (run: TaskRun, version: string, snapshots: Record<string, string>) => Promise<void>;
  /** Computes the outcome, in stages. */
  run: (run: TaskRun) => Promise<Outcome>;
}
