import { Handle } from "./handle.ts";
import { dataOf } from "./rawClient.ts";
import type { operations } from "./schema.ts";
import { type Waiting, waitFor } from "./waitFor.ts";

/** Erasure or its plan, with its state and progress. */
export type Erasure = operations["getErasure"]["responses"][200]["content"]["application/json"];

/** Rows to erase: those of a load, or those of a table that meet a SQL condition. */
export type ErasureRequest = operations["prepareErasure"]["requestBody"]["content"]["application/json"];

/** How long the service waits for the end of an erasure before it says how far it is, in seconds. */
const WAIT_SECONDS = 1;
const MAX_PAUSE_MS = 500;

/** Removal of rows from every version. Nothing happens before it is confirmed. */
export class ErasureHandle extends Handle {
  /** Reads the erasure. With `waitSeconds`, the answer comes when it has ended, or after that time at the latest. */
  get(waitSeconds = 0, signal?: AbortSignal): Promise<Erasure> {
    const { path, query } = this.params;
    const params = { path, query: { ...query, ...(waitSeconds > 0 && { wait_seconds: waitSeconds }) } };
    return dataOf(
      this.raw.GET("/v2/workspace/{workspace}/data:getErasure", { params, ...(signal && { signal }) }),
    );
  }

  /** Begins the erasure, which cannot be undone, and does not wait for the end of it. */
  async start(): Promise<void> {
    const params = { path: this.params.path, query: { plan_id: this.id } };
    await this.raw.POST("/v2/workspace/{workspace}/data:confirmErasure", { params });
  }

  /** Waits until the rows are gone from every version. */
  wait(waiting?: Waiting<Erasure>): Promise<Erasure> {
    const read = (): Promise<Erasure> => this.get(WAIT_SECONDS, waiting?.signal);
    return waitFor(read, ({ state }) => state !== "ERASING", waiting, MAX_PAUSE_MS);
  }

  /** Reads the certificate, which exists once the erasure is `COMPLETED`. */
  certificate(): Promise<Record<string, unknown>> {
    return dataOf(
      this.raw.GET("/v2/workspace/{workspace}/data:downloadErasureCertificate", {
        params: this.params,
        parseAs: "json",
      }) as Promise<{ data?: Record<string, unknown> }>,
    );
  }
}
