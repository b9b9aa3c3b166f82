import type { DuckDBDataChunk, DuckDBResult } from "@duckdb/node-api";
import { queryTimeout } from "@pdp/trino/errors";
import type { OpenInstance } from "./openInstance.ts";

/** Interval between repeated interrupts of the engine, in milliseconds. */
const INTERRUPT_INTERVAL_MS = 50;

/**
 * Run of one query on a dedicated instance: measures its computing time (excluding the reader's time), stops it on timeout or
 * abort, and closes the instance only after all its work has ended.
 */
export class QueryRun {
  readonly #instance: OpenInstance;
  readonly #signal: AbortSignal | undefined;
  #remainingMs: number;
  readonly #timeoutMs: number;
  #stopped: unknown;
  readonly #running = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;
  #interrupting: NodeJS.Timeout | undefined;

  constructor(instance: OpenInstance, timeoutMs: number, signal: AbortSignal | undefined) {
    this.#instance = instance;
    this.#signal = signal;
    this.#timeoutMs = timeoutMs;
    this.#remainingMs = timeoutMs;
    instance.clock.isOver = false;
    signal?.addEventListener("abort", this.#abort, { once: true });
    if (signal?.aborted) this.#abort();
  }

  get connection(): OpenInstance["connection"] {
    return this.#instance.connection;
  }

  /** Runs a step of the query within its time limit. */
  async step<T>(work: () => Promise<T>): Promise<T> {
    this.#throwIfStopped();
    const started = performance.now();
    const { clock } = this.#instance;
    const endsAt = started + this.#remainingMs;
    Object.assign(clock, { limitMs: this.#timeoutMs, remainingMs: this.#remainingMs, endsAt });
    const timer = setTimeout(() => this.#timeOut(), this.#remainingMs);
    try {
      const result = await this.#tracked(work());
      this.#throwIfStopped();
      return result;
    } catch (error) {
      // Registered functions check the time limit themselves: they may delay the timer, and may end the query while it waits for
      // its reader.
      if (clock.isOver || performance.now() >= endsAt) this.#timeOut();
      this.#throwIfStopped();
      throw error;
    } finally {
      clearTimeout(timer);
      this.#remainingMs -= performance.now() - started;
      Object.assign(clock, { remainingMs: this.#remainingMs, endsAt: undefined });
    }
  }

  /**
   * Tracks fetches of the result, which may continue while nobody awaits them, and runs `atEnd` before reporting the end of
   * the result.
   */
  watch(result: DuckDBResult, atEnd: () => Promise<void>): DuckDBResult {
    const fetch = result.fetchChunk.bind(result);
    const fetchOrEnd = async (): Promise<DuckDBDataChunk | null> => {
      const chunk = await fetch();
      if (chunk === null || chunk.rowCount === 0) await atEnd();
      return chunk;
    };
    result.fetchChunk = () =>
      this.#tracked(this.#stopped === undefined ? fetchOrEnd() : Promise.reject(this.#stopped));
    return result;
  }

  /**
   * Ends the query once all work on its instance has ended, cleans up, and calls `keep` if the query succeeded; otherwise, the
   * instance is closed.
   */
  close(keep?: () => void, clean: () => Promise<void> = async () => undefined): Promise<void> {
    this.#closing ??= this.#close(keep, clean);
    return this.#closing;
  }

  async #close(keep: (() => void) | undefined, clean: () => Promise<void>): Promise<void> {
    this.#signal?.removeEventListener("abort", this.#abort);
    const isWhole = this.#stopped === undefined;
    this.#stopped ??= new Error("The query was closed");
    if (keep && isWhole) {
      await this.#settled();
      await clean();
      keep();
      return;
    }
    this.#interrupt();
    await this.#settled();
    clearInterval(this.#interrupting);
    await clean();
    this.#instance.close();
  }

  #tracked<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    const remove = (): boolean => this.#running.delete(work);
    work.then(remove, remove);
    return work;
  }

  #timeOut(): void {
    this.#stop(queryTimeout(this.#timeoutMs / 1000));
  }

  readonly #abort = (): void => this.#stop(this.#signal?.reason);

  #stop(reason: unknown): void {
    this.#stopped ??= reason ?? new Error("The query was stopped");
    this.#interrupt();
  }

  /**
   * Interrupts the engine repeatedly until it stops, because it ignores an interrupt that arrives before its thread has
   * started computing.
   */
  #interrupt(): void {
    this.connection.interrupt();
    if (this.#interrupting) return;
    this.#interrupting = setInterval(() => this.connection.interrupt(), INTERRUPT_INTERVAL_MS);
    const end = (): void => clearInterval(this.#interrupting);
    void this.#settled().then(end, end);
  }

  /** Resolves when nothing is running, including work started in the meantime. */
  async #settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  #throwIfStopped(): void {
    if (this.#stopped !== undefined) throw this.#stopped;
  }
}
