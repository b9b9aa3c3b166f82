import type { Snapshots } from "./pinData.ts";
import type { Outcome, TaskRun } from "./taskRun.ts";

/**
 * Implementation of a task type with given parameters. Both functions are called again after an interruption; `run` then finds
 * its finished stages.
 */
export interface TaskProgram<Parameters = unknown> {
  /**
   * Reads the data at a version, checks it before any work starts, and returns the value that `run` reads with `pinned`.
   * Throws a `DataProblem` for errors that the user can fix: in that case nothing is stored, so that a recovered task reads
   * the fixed data.
   */
  prepare(run: TaskRun<Parameters>, version: string, snapshots: Snapshots): Promise<unknown>;
  /** Computes the outcome, in stages. */
  run(run: TaskRun<Parameters>): Promise<Outcome>;
}
