import { DataProblems } from "./errors.ts";
import { Handle } from "./handle.ts";
import { dataOf } from "./rawClient.ts";
import type { components } from "./schema.ts";
import { type Waiting, waitFor } from "./waitFor.ts";

export type Load = components["schemas"]["Load"];

/** Data load: files that are added to tables together, and can be taken back together. */
export class LoadHandle extends Handle {
  get(): Promise<Load> {
    return dataOf(this.raw.GET("/v2/workspace/{workspace}/data/load:get", { params: this.params }));
  }

  /** Ingests the uploaded files. Rejects with `DataProblems` if they cannot be loaded; then none of them is. */
  async finalize(waiting?: Waiting<Load>): Promise<Load> {
    const path = "/v2/workspace/{workspace}/data/load:finalize";
    return this.#settled(this.raw.POST(path, { params: this.params }), waiting);
  }

  /** Takes the rows of the load out of all later versions; loads that came after it stay. */
  async undo(waiting?: Waiting<Load>): Promise<Load> {
    const path = "/v2/workspace/{workspace}/data/load:undo";
    return this.#settled(this.raw.POST(path, { params: this.params }), waiting);
  }

  /** Brings the rows of an undone load back. */
  async redo(waiting?: Waiting<Load>): Promise<Load> {
    const path = "/v2/workspace/{workspace}/data/load:redo";
    return this.#settled(this.raw.POST(path, { params: this.params }), waiting);
  }

  /** Deletes a load that was never completed, with its files. */
  async delete(): Promise<void> {
    await this.raw.POST("/v2/workspace/{workspace}/data/load:delete", { params: this.params });
  }

  async #settled(started: Promise<unknown>, waiting?: Waiting<Load>): Promise<Load> {
    await started;
    const load = await waitFor(
      () => this.get(),
      ({ state }) => state !== "LOADING",
      waiting,
    );
    if (load.errors.length > 0) throw new DataProblems(load.id, load.errors);
    return load;
  }
}
