import { ownPrivateMemory, privateResidentMemory } from "./processLimits.ts";
import { endedForMemory } from "./turnErrors.ts";
import type { Worker } from "./worker.ts";

/** Work with a process that counts toward the budget. */
interface Charged {
  workspaceId: string;
  worker: Worker;
  /** Terminates the work with an error. */
  end: (error: Error) => void;
}

export interface BudgetOptions {
  /** Maximum total memory, in bytes. */
  bytes: number;
  /** Portion reserved for unmeasured memory, in bytes. */
  reservedBytes: number;
  /** Returns the idle processes; those without a workspace are spares. */
  idle: () => Worker[];
  /** Terminates an idle process. */
  dropIdle: (worker: Worker) => void;
  /** True if the memory of this process also counts toward the limit. */
  countsSelf: boolean;
}

/** Interval of memory measurements while work is running, in milliseconds. */
const LOOK_MS = 20;
/** Fraction of the budget above which work is terminated; memory keeps growing until the process has exited. */
const FULL_SHARE = 0.9;

/**
 * Memory limit shared by many processes. Near the limit, the workspace that uses the most memory loses processes: first its
 * idle ones, then its largest piece of work, which fails with a 429. Other workspaces keep their processes.
 */
export class MemoryBudget {
  readonly #options: BudgetOptions;
  readonly #work = new Set<Charged>();
  readonly #ending = new Set<Charged>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BudgetOptions) {
    this.#options = options;
  }

  /**
   * Counts the process running a piece of work until the returned function is called, which happens once the process is idle
   * or has exited.
   */
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
    const { bytes, reservedBytes, idle, dropIdle, countsSelf } = this.#options;
    const work = [...this.#work].map((entry) => ({
      entry,
      size: privateResidentMemory(entry.worker.pid),
    }));
    const kept = idle().map((worker) => ({ worker, size: privateResidentMemory(worker.pid) }));
    const ownSize = countsSelf ? ownPrivateMemory() : 0;
    // Work that is already being terminated will free its memory soon.
    const running = work.filter(({ entry }) => !this.#ending.has(entry));
    const used = ownSize + sum(running.map(({ size }) => size)) + sum(kept.map(({ size }) => size));
    if (used <= (bytes - reservedBytes) * FULL_SHARE) return;
    const totals = new Map<string | null, number>();
    const count = (workspaceId: string | null, size: number): void => {
      totals.set(workspaceId, (totals.get(workspaceId) ?? 0) + size);
    };
    for (const { entry, size } of running) count(entry.workspaceId, size);
    for (const { worker, size } of kept) if (worker.workspaceId !== null) count(worker.workspaceId, size);
    const [largest] = [...totals].sort((a, b) => b[1] - a[1])[0] ?? [];
    const idleOfLargest = kept.find(({ worker }) => worker.workspaceId === largest);
    if (idleOfLargest) {
      dropIdle(idleOfLargest.worker);
      return;
    }
    const [victim] = running
      .filter(({ entry }) => entry.workspaceId === largest)
      .sort((a, b) => b.size - a.size);
    if (!victim) return;
    this.#ending.add(victim.entry);
    victim.entry.end(endedForMemory(bytes));
    victim.entry.worker.kill("memory");
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
