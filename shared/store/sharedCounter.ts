import type { CountsBySecond } from "#shared/domain/tokenBucket.ts";
import { log } from "#shared/runtime/log.ts";
import { COUNTED_SECONDS, type SharedCounts } from "./secondCounts.ts";

/** Minimum time between two writes of one process, in milliseconds. */
const WRITE_INTERVAL_MS = 1_000;

/** Maximum number of names in an item. */
const MAX_NAMES = 2_000;

/** Adds counts and names to those of other processes, and returns all of them (`addSecondCounts`). */
export type AddCounts = (
  added: SharedCounts,
  outdated: readonly number[],
  second: number,
) => Promise<SharedCounts>;

/**
 * Counts events by second together with other processes. Each process adds its counts to a shared item, and reads those of the
 * others, with at most one write per second. Without `write`, it counts only this process.
 */
export class SharedCounter {
  readonly #write: AddCounts | null;
  /** Counts in the item when it was last written, including this process's. */
  #known: Map<number, number> = new Map();
  #names: ReadonlySet<string> = new Set();
  #unwrittenNames = new Set<string>();
  /** Counts that have not been written. */
  #unwritten = new Map<number, number>();
  #writtenAt = Number.NEGATIVE_INFINITY;
  #writing: Promise<void> | undefined;

  constructor(write: AddCounts | null) {
    this.#write = write;
  }

  /** Counts an event, or takes one back. */
  add(second: number, count: 1 | -1): void {
    if (!this.#unwritten.has(second)) this.#unwritten = recentOnly(this.#unwritten, second);
    this.#unwritten.set(second, (this.#unwritten.get(second) ?? 0) + count);
  }

  /** Whether other processes can be told another name. */
  get hasRoom(): boolean {
    return this.#write !== null && this.#names.size + this.#unwrittenNames.size < MAX_NAMES;
  }

  /** Tells the other processes a name. */
  addName(name: string): void {
    if (this.hasRoom) this.#unwrittenNames.add(name);
  }

  /** Returns whether a process has told a name, as far as this process knows. */
  hasName(name: string): boolean {
    return this.#names.has(name);
  }

  /** Returns the counts of the last minute, as far as this process knows them. */
  counts(second: number): Map<number, number> {
    const counts = recentOnly(this.#known, second);
    for (const [at, count] of recentOnly(this.#unwritten, second))
      counts.set(at, (counts.get(at) ?? 0) + count);
    return counts;
  }

  /** Exchanges counts with the other processes, unless that happened within the last second. */
  async exchange(now: number): Promise<void> {
    if (this.#write === null) return;
    // Callers that arrive during a write wait for its result.
    if (now - this.#writtenAt >= WRITE_INTERVAL_MS) {
      this.#writtenAt = now;
      this.#writing = this.#exchangeNow(this.#write, Math.floor(now / 1000)).finally(() => {
        this.#writing = undefined;
      });
    }
    await this.#writing;
  }

  async #exchangeNow(write: AddCounts, second: number): Promise<void> {
    const outdated = [...this.#known.keys()].filter((at) => at <= second - COUNTED_SECONDS);
    const added = new Map([...recentOnly(this.#unwritten, second)].filter(([, count]) => count !== 0));
    const names = this.#unwrittenNames;
    this.#unwritten = new Map();
    this.#unwrittenNames = new Set();
    // Until the write has succeeded, this process still knows what it counted.
    for (const [at, count] of added) this.#known.set(at, (this.#known.get(at) ?? 0) + count);
    try {
      const stored = await write({ counts: added, names }, outdated, second);
      this.#known = new Map(stored.counts);
      this.#names = stored.names;
    } catch (error) {
      // A limit must not fail requests: this process continues with what it knows, and these counts stay unshared.
      log().warn("counts of requests could not be shared", { error: error as Error });
    }
  }
}

function recentOnly(counts: CountsBySecond, second: number): Map<number, number> {
  return new Map([...counts].filter(([at]) => at > second - COUNTED_SECONDS));
}
