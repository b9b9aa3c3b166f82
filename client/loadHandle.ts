import { ApiError, DataProblems } from "./errors.ts";
import { growingWait } from "./growingWait.ts";
import { Handle } from "./handle.ts";
import { type LoadProblem, readLoadProblems } from "./loadProblems.ts";
import { dataOf } from "./rawClient.ts";
import type { components } from "./schema.ts";
import { type Waiting, waitFor } from "./waitFor.ts";

export type Load = components["schemas"]["Load"];
/** Background work on a load. */
export type LoadAction = "finalize" | "undo" | "redo";

/** Maximum interval between long polls, in milliseconds. */
const MAX_PAUSE_MS = 200;
/** Default maximum number of problems to read. */
const MAX_PROBLEMS = 10_000;

/** Data load: files that are added to tables, undone and redone together. */
export class LoadHandle extends Handle {
  /** Reads the load. With `waitSeconds`, resolves when no work is running or the time has passed. */
  get(waitSeconds = 0, signal?: AbortSignal): Promise<Load> {
    const request = { params: this.waitingParams(waitSeconds), ...(signal && { signal }) };
    return dataOf(this.raw.GET("/v2/workspace/{workspace}/data/load:get", request));
  }

  /**
   * Ingests all uploaded files. Rejects with `DataProblems` if they cannot be loaded, in which case none of them are ingested.
   */
  finalize(waiting?: Waiting<Load>): Promise<Load> {
    return this.#settled("finalize", waiting);
  }

  /** Undoes the load: later versions no longer show its rows. Later loads remain. */
  undo(waiting?: Waiting<Load>): Promise<Load> {
    return this.#settled("undo", waiting);
  }

  /** Redoes an undone load. */
  redo(waiting?: Waiting<Load>): Promise<Load> {
    return this.#settled("redo", waiting);
  }

  /** Reads the first 10,000 problems in the load's files, or the reasons that rows were skipped. */
  problems(limit: number = MAX_PROBLEMS): Promise<LoadProblem[]> {
    return readLoadProblems(this.raw, this.params, limit);
  }

  /** Starts ingesting, undoing or redoing the load, without waiting for the work to finish. */
  async start(action: LoadAction): Promise<void> {
    await this.raw.POST(`/v2/workspace/{workspace}/data/load:${action}`, { params: this.params });
  }

  /** Moves the load to another round of its project, or out of all rounds (null). Earlier versions show the earlier round. */
  move(roundId: string | null): Promise<Load> {
    const request = { params: this.params, body: { round_id: roundId } };
    return dataOf(this.raw.POST("/v2/workspace/{workspace}/data/load:move", request));
  }

  /** Deletes a load that was never completed, including its files. Resolves when it has been deleted. */
  async delete(waiting?: Waiting<boolean>): Promise<void> {
    await this.raw.POST("/v2/workspace/{workspace}/data/load:delete", { params: this.params });
    const waitSeconds = growingWait();
    await waitFor(
      () => this.#isGone(waitSeconds(), waiting?.signal),
      (isGone) => isGone,
      waiting,
      MAX_PAUSE_MS,
    );
  }

  async #isGone(waitSeconds: number, signal?: AbortSignal): Promise<boolean> {
    try {
      await this.get(waitSeconds, signal);
      return false;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return true;
      throw error;
    }
  }

  async #settled(action: LoadAction, waiting?: Waiting<Load>): Promise<Load> {
    await this.start(action);
    const waitSeconds = growingWait();
    const load = await waitFor(
      () => this.get(waitSeconds(), waiting?.signal),
      ({ state }) => state !== "LOADING",
      waiting,
      MAX_PAUSE_MS,
    );
    if (load.errors.length > 0) throw new DataProblems(load.id, load.errors);
    return load;
  }
}
