import { ownPrivateMemory, privateResidentMemory } from "./processLimits.ts";
import { endedForMemory } from "./turnErrors.ts";
import type { Worker } from "./worker.ts";

/** Work whose process counts. */
interface Charged {
  workspaceId: string;
  worker: Worker;
  /** Ends the work with an error. */
  end: (error: Error) => void;
}

export interface BudgetOptions {
  /** Maximum memory of all that counts together, in bytes. */
  bytes: number;
  /** Returns the processes that count besides those that work: idle ones, the database, … */
  others: () => (number | undefined)[];
  /** Ends an idle process; false if there is none. */
  dropIdle: () => boolean;
  /** Whether this process itself counts. */
  countsSelf: boolean;
}

/** Interval at which memory is added up while work runs, in milliseconds. */
const LOOK_MS = 20;
/** Part of the budget at which work is ended: memory grows on until the process is gone. */
const FULL = 0.9;

/**
 * One limit for the memory of many processes. Where they come near it, idle processes end first; then the largest piece
 * of work of the workspace that uses most ends with a 429.
 */
export class MemoryBudget {
  readonly #options: BudgetOptions;
  readonly #work = new Set<Charged>();
  readonly #ending = new Set<Charged>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BudgetOptions) {
    this.#options = options;
  }

  /** Counts the process of work until the returned function is called, once the process is idle or gone. */
  charge(work: Charged): () => void {
    this.#work.add(work);
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref();
    return () => {
      this.#work.delete(work);
      this.#ending.delete(work);
      if (this.#work.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  #look(): void {
    const sizes = new Map([...this.#work].map((work) => [work, privateResidentMemory(work.worker.pid)]));
    const { bytes, others, countsSelf } = this.#options;
    const used =
      sum(sizes.values()) + sum(others().map(privateResidentMemory)) + (countsSelf ? ownPrivateMemory() : 0);
    // What is ending already frees its memory in a moment.
    const ending = sum([...this.#ending].map((work) => sizes.get(work) ?? 0));
    if (used - ending <= bytes * FULL || this.#options.dropIdle()) return;
    const victim = this.#largest(sizes);
    if (!victim) return;
    this.#ending.add(victim);
    victim.end(endedForMemory(bytes));
    victim.worker.kill();
  }

  #largest(sizes: ReadonlyMap<Charged, number>): Charged | undefined {
    const totals = new Map<string, number>();
    for (const [{ workspaceId }, size] of sizes)
      totals.set(workspaceId, (totals.get(workspaceId) ?? 0) + size);
    const rank = (work: Charged): number => totals.get(work.workspaceId) ?? 0;
    return [...sizes.keys()]
      .filter((work) => !this.#ending.has(work))
      .sort((a, b) => rank(b) - rank(a) || (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0))[0];
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
