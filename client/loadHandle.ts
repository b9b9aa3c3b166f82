import { ApiError, DataProblems } from "./errors.ts";
import { Handle } from "./handle.ts";
import { dataOf } from "./rawClient.ts";
import type { components } from "./schema.ts";
import { type Waiting, waitFor } from "./waitFor.ts";

export type Load = components["schemas"]["Load"];
/** Work on a load that the service does in the background. */
export type LoadAction = "finalize" | "undo" | "redo";

/** Data load: files that are added to tables together, and can be taken back together. */
export class LoadHandle extends Handle {
  get(): Promise<Load> {
    return dataOf(this.raw.GET("/v2/workspace/{workspace}/data/load:get", { params: this.params }));
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

  /** Begins to ingest, undo or redo the load, and does not wait for the end of it. */
  async start(action: LoadAction): Promise<void> {
    await this.raw.POST(`/v2/workspace/{workspace}/data/load:${action}`, { params: this.params });
  }

  /** Deletes a load that was never completed, with its files. Resolves when it is gone. */
  async delete(waiting?: Waiting<boolean>): Promise<void> {
    await this.raw.POST("/v2/workspace/{workspace}/data/load:delete", { params: this.params });
    await waitFor(
      () => this.#isGone(),
      (isGone) => isGone,
      waiting,
    );
  }

  async #isGone(): Promise<boolean> {
    try {
      await this.get();
      return false;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return true;
      throw error;
    }
  }

  async #settled(action: LoadAction, waiting?: Waiting<Load>): Promise<Load> {
    await this.start(action);
    const load = await waitFor(
      () => this.get(),
      ({ state }) => state !== "LOADING",
      waiting,
    );
    if (load.errors.length > 0) throw new DataProblems(load.id, load.errors);
    return load;
  }
}
