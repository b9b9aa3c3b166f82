import { ErasureFailed } from "./errors.ts";
import { growingWait } from "./growingWait.ts";
import { Handle } from "./handle.ts";
import { dataOf } from "./rawClient.ts";
import type { operations } from "./schema.ts";
import { type Waiting, waitFor } from "./waitFor.ts";

/** Erasure or erasure plan, with its state and progress. */
export type Erasure = operations["getErasure"]["responses"][200]["content"]["application/json"];

/** Rows to erase: those of a load, or those of a table that meet an SQL condition. */
export type ErasureRequest = operations["prepareErasure"]["requestBody"]["content"]["application/json"];

/** Maximum interval between long polls, in milliseconds. */
const MAX_PAUSE_MS = 500;

/** Removal of rows from every version. Nothing happens until it is confirmed. */
export class ErasureHandle extends Handle {
  /** Reads the erasure. With `waitSeconds`, resolves when it has finished or the time has passed. */
  get(waitSeconds = 0, signal?: AbortSignal): Promise<Erasure> {
    const request = { params: this.waitingParams(waitSeconds), ...(signal && { signal }) };
    return dataOf(this.raw.GET("/v2/workspace/{workspace}/data:getErasure", request));
  }

  /**
   * Starts the erasure without waiting for it to finish. This cannot be undone. Names and descriptions that contain erased
   * values are replaced unless `keepTexts` is true.
   */
  async start({ keepTexts = false }: { keepTexts?: boolean } = {}): Promise<void> {
    const query = { plan_id: this.id, ...(keepTexts && { keep_texts: true }) };
    const params = { path: this.params.path, query };
    await this.raw.POST("/v2/workspace/{workspace}/data:confirmErasure", { params });
  }

  /** Cancels the plan, or the erasure if it has not removed anything yet. */
  cancel(): Promise<Erasure> {
    return dataOf(this.raw.POST("/v2/workspace/{workspace}/data:cancelErasure", { params: this.params }));
  }

  /** Waits until the rows have been removed from every version. Rejects with `ErasureFailed` if it fails or is cancelled. */
  async wait(waiting?: Waiting<Erasure>): Promise<Erasure> {
    const waitSeconds = growingWait();
    const read = (): Promise<Erasure> => this.get(waitSeconds(), waiting?.signal);
    const erasure = await waitFor(read, ({ state }) => state !== "ERASING", waiting, MAX_PAUSE_MS);
    if (erasure.state !== "FAILED" && erasure.state !== "CANCELLED") return erasure;
    const why = erasure.errors.join("\n") || `The erasure ${erasure.id} was cancelled.`;
    throw new ErasureFailed(erasure.id, erasure.state, why);
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
