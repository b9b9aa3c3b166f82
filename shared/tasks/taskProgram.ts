import type { Outcome, TaskRun } from "./taskRun.ts";

/** What a type of task does. Both are called again after an interruption; `run` finds its stages done. */
export interface TaskProgram {
  /**
   * Reads the data at a version, checks it before any work starts, and returns what `run` finds by `pinned`. What the user
   * can mend is a `DataProblem`: then nothing is kept, so that a recovered task reads the mended data.
   */
  prepare: (run: TaskRun, version: string, snapshots: Record<string, string>) => Promise<unknown>;
  /** Computes the outcome, in stages. */
  run: (run: TaskRun) => Promise<Outcome>;
}
