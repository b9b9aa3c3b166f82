import { randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "@pdp/basics/errors";
import { log } from "#shared/runtime/log.ts";

export interface SpoolOptions {
  /** Returns the folder for stored results. */
  folder: () => Promise<string>;
  space: SpoolSpace;
  /** Time, in milliseconds, for which a reader must be idle before the remainder is stored. */
  stallMs: number;
  /** Aborts when the reader has disconnected. */
  signal: AbortSignal;
  /** Yields to short requests; null if none are waiting. */
  giveWay: () => Promise<void> | null;
}

const DONE = { done: true, value: undefined } as const;
/** Chunk size for reading the stored remainder, in bytes. */
const PART_BYTES = 256 << 10;
/** Interval of reader checks, in milliseconds. */
const LOOK_MS = 1_000;

/** Disk space for the stored results of one workspace. */
export class SpoolSpace {
  #free: number;

  constructor(bytes: number) {
    this.#free = bytes;
  }

  /** Reserves space; false if there is not enough. */
  take(bytes: number): boolean {
    if (bytes > this.#free) return false;
    this.#free -= bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#free += bytes;
  }
}

/**
 * Result that streams directly from the work to its reader. If the reader pauses for a while, the remainder is stored on disk,
 * so that the work can finish and free its slot; the reader gets the same bytes later.
 */
export class SpooledStream implements AsyncIterableIterator<Uint8Array> {
  readonly #source: AsyncIterableIterator<Uint8Array>;
  readonly #options: SpoolOptions;
  readonly #look: NodeJS.Timeout;
  #takenAt = performance.now();
  #isTaking = false;
  #file: Promise<FileHandle> | undefined;
  #written = 0;
  #read = 0;
  /** Set once the source has ended and the remainder is stored. */
  #end: { error?: unknown } | undefined;
  #isClosed = false;
  #wake: (() => void) | undefined;

  constructor(source: AsyncIterableIterator<Uint8Array>, options: SpoolOptions) {
    this.#source = source;
    this.#options = options;
    this.#look = setInterval(
      () => {
        if (performance.now() - this.#takenAt >= options.stallMs) this.store();
      },
      Math.min(LOOK_MS, options.stallMs),
    ).unref();
    options.signal.addEventListener("abort", this.#close, { once: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    if (this.#isClosed) return DONE;
    if (this.#file) return this.#takeStored(await this.#file);
    this.#isTaking = true;
    try {
      const result = await this.#source.next();
      if (result.done) this.#close();
      return result;
    } catch (error) {
      this.#close();
      throw error;
    } finally {
      this.#isTaking = false;
      this.#takenAt = performance.now();
    }
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#close();
    await this.#source.return?.();
    return DONE;
  }

  /** Starts storing the remainder; false if the reader is waiting for data or the remainder is already being stored. */
  store(): boolean {
    if (this.#isTaking || this.#isClosed || this.#file) return false;
    clearInterval(this.#look);
    this.#file = this.#openFile();
    void this.#drain(this.#file).then(
      () => this.#ended({}),
      (error: unknown) => this.#ended({ error }),
    );
    return true;
  }

  async #openFile(): Promise<FileHandle> {
    const path = join(await this.#options.folder(), `${randomUUID()}.rest`);
    const file = await open(path, "wx+", 0o600);
    // The open file keeps its bytes after being unlinked, and leaves nothing on disk when the platform exits.
    await rm(path, { force: true });
    return file;
  }

  async #drain(opening: Promise<FileHandle>): Promise<void> {
    const file = await opening;
    for (;;) {
      await this.#options.giveWay();
      const { done, value } = await this.#source.next();
      if (done || this.#isClosed) return;
      if (!this.#options.space.take(value.byteLength)) {
        await this.#source.return?.();
        throw new DomainError(
          "throttled",
          "too_many_requests",
          "The client did not read this result, and this workspace's unread results exceed their disk space limit. Read results as they arrive, or request fewer rows.",
        );
      }
      // Node may write only some of the bytes.
      for (let at = 0; at < value.byteLength; ) {
        const { bytesWritten } = await file.write(value, at, value.byteLength - at, this.#written + at);
        at += bytesWritten;
      }
      this.#written += value.byteLength;
      this.#wake?.();
    }
  }

  #ended(end: { error?: unknown }): void {
    this.#end = end;
    if (end.error !== undefined && !this.#isClosed) {
      log().warn("the rest of an unread result could not be stored", { error: end.error as Error });
    }
    this.#wake?.();
  }

  async #takeStored(file: FileHandle): Promise<IteratorResult<Uint8Array>> {
    while (this.#read === this.#written) {
      if (this.#isClosed) return DONE;
      if (this.#end) {
        const { error } = this.#end;
        this.#close();
        if (error !== undefined) throw error;
        return DONE;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const size = Math.min(this.#written - this.#read, PART_BYTES);
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(size), 0, size, this.#read);
    this.#read += bytesRead;
    return { done: false, value: buffer.subarray(0, bytesRead) };
  }

  /**
   * Releases the timer, the file and the disk space. The source stops when it ends, when its signal aborts, or through
   * `return`.
   */
  readonly #close = (): void => {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#look);
    this.#options.signal.removeEventListener("abort", this.#close);
    this.#wake?.();
    void this.#file?.then(
      async (file) => {
        while (!this.#end) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
        await file.close();
        this.#options.space.giveBack(this.#written);
      },
      () => undefined,
    );
  };
}
