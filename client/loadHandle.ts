import { ApiError, DataProblems } from "./errors.ts";
import { Handle } from "./handle.ts";
import { type LoadProblem, readLoadProblems } from "./loadProblems.ts";
import { dataOf } from "./rawClient.ts";
import type { components } from "./schema.ts";
import { type Waiting, waitFor } from "./waitFor.ts";

export type Load = components["schemas"]["Load"];
/** Work on a load that the service does in the background. */
export type LoadAction = "finalize" | "undo" | "redo";

/** How long the service waits for the end of work before it says how far it is, in seconds. */
const WAIT_SECONDS = 1;
/** Maximum time between two such reads, in milliseconds. */
const MAX_PAUSE_MS = 200;
/** Maximum number of problems that are read unless a limit is stated. */
const MAX_PROBLEMS = 10_000;

/** Data load: files that are added to tables together, and can be taken back together. */
export class LoadHandle extends Handle {
  /** Reads the load. With `waitSeconds`, the answer comes when nothing is done with it, or after that time at the latest. */
  get(waitSeconds = 0, signal?: AbortSignal): Promise<Load> {
    const { path, query } = this.params;
    const params = { path, query: { ...query, ...(waitSeconds > 0 && { wait_seconds: waitSeconds }) } };
    const request = { params, ...(signal && { signal }) };
    return dataOf(this.raw.GET("/v2/workspace/{workspace}/data/load:get", request));
  }

  /** Ingests the uploaded files. Rejects with `DataProblems` if they cannot be loaded; then none of them is. */
  finalize(waiting?: Waiting<Load>): Promise<Load> {
    return this.#settled("finalize", waiting);
  }

  /** Takes the rows of the load out of all later versions; loads that came after it stay. */
  undo(waiting?: Waiting<Load>): Promise<Load> {
    return this.#settled("undo", waiting);
  }

  /** Brings the rows of an undone load back. */
  redo(waiting?: Waiting<Load>): Promise<Load> {
    return this.#settled("redo", waiting);
  }

  /** Reads what is wrong with the files of the load, or why rows were not loaded: the first 10,000 problems. */
  problems(limit: number = MAX_PROBLEMS): Promise<LoadProblem[]> {
    return readLoadProblems(this.raw, this.params, limit);
  }

  /** Begins to ingest, undo or redo the load, and does not wait for the end of it. */
  async start(action: LoadAction): Promise<void> {
    await this.raw.POST(`/v2/workspace/{workspace}/data/load:${action}`, { params: this.params });
  }

  /** Deletes a load that was never completed, with its files. Resolves when it is gone. */
  async delete(waiting?: Waiting<boolean>): Promise<void> {
    await this.raw.POST("/v2/workspace/{workspace}/data/load:delete", { params: this.params });
    await waitFor(
      () => this.#isGone(waiting?.signal),
      (isGone) => isGone,
      waiting,
      MAX_PAUSE_MS,
    );
  }

  async #isGone(signal?: AbortSignal): Promise<boolean> {
    try {
      await this.get(WAIT_SECONDS, signal);
      return false;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return true;
      throw error;
    }
  }

  async #settled(action: LoadAction, waiting?: Waiting<Load>): Promise<Load> {
    await this.start(action);
    const load = await waitFor(
      () => this.get(WAIT_SECONDS, waiting?.signal),
      ({ state }) => state !== "LOADING",
      waiting,
      MAX_PAUSE_MS,
    );
    if (load.errors.length > 0) throw new DataProblems(load.id, load.errors);
    return load;
  }
}
