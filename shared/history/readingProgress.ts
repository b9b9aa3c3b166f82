import { log } from "#shared/runtime/log.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { putReading } from "#shared/store/ingested.ts";

/** Minimum interval between writes, and before the first one, in milliseconds. */
const INTERVAL_MS = 1_000;

/** Stores how much of a load's file has been read, at most once a second; a file read in less time needs no write. */
export class ReadingProgress {
  readonly #scope: WorkspaceScope;
  readonly #loadId: string;
  readonly #attempt: number;
  readonly #fileId: string;
  readonly #intervalMs: number;
  #written = performance.now();
  #writing: Promise<void> | undefined;

  constructor(
    scope: WorkspaceScope,
    loadId: string,
    attempt: number,
    fileId: string,
    intervalMs = INTERVAL_MS,
  ) {
    this.#scope = scope;
    this.#loadId = loadId;
    this.#attempt = attempt;
    this.#fileId = fileId;
    this.#intervalMs = intervalMs;
  }

  /** Records the share of the file that has been read, from 0 to 1, and the number of rows so far. */
  take(share: number, rows: number): void {
    if (this.#writing !== undefined || performance.now() - this.#written < this.#intervalMs) return;
    this.#written = performance.now();
    const reading = { file_id: this.#fileId, share: Math.min(share, 1), rows };
    this.#writing = putReading(this.#scope, this.#loadId, this.#attempt, reading)
      .catch((error: unknown) => {
        log().warn("the progress of a load could not be stored", {
          load_id: this.#loadId,
          error: error as Error,
        });
      })
      .finally(() => {
        this.#writing = undefined;
      });
  }

  /** Waits for the last write. */
  async end(): Promise<void> {
    await this.#writing;
  }
}
