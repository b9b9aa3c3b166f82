import { log } from "#shared/runtime/log.ts";
import { MEMORY_LOOK_MS, privateMemory, residentMemory } from "./processLimits.ts";
import type { StartTurns } from "./startTurns.ts";
import { Worker, type WorkerOptions } from "./worker.ts";

export interface PoolOptions extends Omit<WorkerOptions, "script"> {
  /** Returns the script that the processes run. */
  script: () => Promise<string>;
  /** Limits how many processes start at once, in all pools together. */
  starts: StartTurns;
  /** Number of processes that are kept ready for any workspace. */
  spares: number;
  /**
   * Computing time in milliseconds after which the priority of a process is permanently lowered while other workspaces have
   * work.
   */
  demoteAfterMs?: number;
  /** Maximum number of idle processes kept for their workspace; the least recently used one is terminated. */
  maxIdle: number;
}

interface Idle {
  worker: Worker;
  isLarge: boolean;
  timer: NodeJS.Timeout;
}

/** Time for which an idle process is kept for more work from its workspace, in milliseconds. */
const IDLE_MS = 60_000;
/**
 * Time for which a demoted or large idle process is kept, in milliseconds: a new process is better but starts slowly.
 */
const SHORT_IDLE_MS = 5_000;
/** Delay, in milliseconds, before a spare is started; it lets small work finish first. */
const REFILL_DELAY_MS = 300;
/** Maximum number of processes started for one piece of work. */
const MAX_STARTS = 3;
const DEMOTED_NICENESS = 15;
/** Resident memory above which an idle process counts as large and is terminated when another process is needed. */
const LARGE_BYTES = 400 << 20;
/**
 * Private memory that must still be available to a process for it to be reused, in bytes: about as much as a new process
 * needs. With less, later allocations by the engine fail.
 */
const MIN_ROOM_BYTES = 960 << 20;

/** Pool of worker processes. Each process works for only one workspace, and is terminated rather than reused for another. */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #all = new Set<Worker>();
  /** Spares whose start has begun. */
  #spares: Promise<Worker>[] = [];
  #queuedSpares = 0;
  #script: Promise<string> | undefined;
  /** Idle processes, least recently used first. */
  #idle: Idle[] = [];
  /** Busy processes, each with its maximum resident memory in bytes. */
  readonly #busy = new Map<Worker, number>();
  readonly #demotions = new WeakMap<Worker, NodeJS.Timeout>();
  /** Processes that have been busy for longer than `demoteAfterMs`, with no concurrent work from another workspace so far. */
  readonly #overdue = new Set<Worker>();
  #watching: NodeJS.Timeout | undefined;
  #refill: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Starts the spares, so that the first work does not have to wait for them. */
  warm(): void {
    while (!this.#isClosed && this.#spares.length + this.#queuedSpares < this.#options.spares) {
      this.#queuedSpares += 1;
      void this.#startSpare();
    }
  }

  /** Returns a process that works for this workspace until it is released; it is killed if it exceeds its memory limit. */
  async take(workspaceId: string, maxBytes: number, isNew = false): Promise<Worker> {
    for (;;) {
      if (this.#isClosed) throw new Error("The platform is stopping");
      const idle = isNew ? undefined : this.#takeIdle(workspaceId);
      const worker = idle ?? (await this.#takeSpare());
      if (worker.isGone) continue;
      worker.workspaceId = workspaceId;
      worker.runs += 1;
      this.#busy.set(worker, maxBytes);
      this.#demoteLater(worker);
      this.#watching ??= setInterval(() => void this.#checkMemory(), MEMORY_LOOK_MS);
      return worker;
    }
  }

  #demoteLater(worker: Worker): void {
    for (const overdue of this.#overdue) {
      if (overdue.workspaceId !== worker.workspaceId) this.#demote(overdue);
    }
    const { demoteAfterMs } = this.#options;
    if (demoteAfterMs === undefined) return;
    const demotion = setTimeout(() => {
      const isAlone = [...this.#busy.keys()].every(({ workspaceId }) => workspaceId === worker.workspaceId);
      if (isAlone) this.#overdue.add(worker);
      else this.#demote(worker);
    }, demoteAfterMs);
    this.#demotions.set(worker, demotion);
  }

  #demote(worker: Worker): void {
    this.#overdue.delete(worker);
    worker.demote(DEMOTED_NICENESS);
  }

  #keep(worker: Worker, isLarge: boolean): void {
    const milliseconds = worker.isDemoted || isLarge ? SHORT_IDLE_MS : IDLE_MS;
    const timer = setTimeout(() => this.#drop(idle), milliseconds).unref();
    const idle: Idle = { worker, isLarge, timer };
    this.#idle.push(idle);
    if (this.#idle.length > this.#options.maxIdle) this.#drop(this.#idle[0] as Idle);
  }

  /** Returns a process to the pool, or waits for it to exit if it cannot be reused. */
  async release(worker: Worker, isReusable: boolean): Promise<void> {
    clearTimeout(this.#demotions.get(worker));
    this.#overdue.delete(worker);
    this.#busy.delete(worker);
    if (this.#busy.size === 0) {
      clearInterval(this.#watching);
      this.#watching = undefined;
    }
    const isLarge = isReusable && (await residentBytes(worker)) > LARGE_BYTES;
    if (!isReusable || worker.isGone || this.#isClosed || this.#isFull(worker)) {
      worker.kill();
      this.#refillSoon();
      return worker.ended;
    }
    this.#keep(worker, isLarge);
  }

  #isFull({ pid = 0 }: Worker): boolean {
    return privateMemory(pid) > this.#options.dataBytes - MIN_ROOM_BYTES;
  }

  /** Returns the idle processes; those of a workspace are kept for its next work. */
  idleWorkers(): Worker[] {
    return [...this.#all].filter((worker) => !this.#busy.has(worker));
  }

  /** Terminates a process that is kept for its workspace. */
  dropIdle(worker: Worker): void {
    const idle = this.#idle.find((candidate) => candidate.worker === worker);
    if (idle) this.#drop(idle);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#refill);
    clearInterval(this.#watching);
    for (const worker of this.#all) worker.kill();
    await Promise.all([...this.#all].map(({ ended }) => ended));
  }

  #takeIdle(workspaceId: string): Worker | undefined {
    const idle = this.#idle.findLast(({ worker }) => worker.workspaceId === workspaceId && !worker.isGone);
    if (!idle) return undefined;
    this.#forget(idle);
    return idle.worker;
  }

  async #takeSpare(): Promise<Worker> {
    for (const idle of this.#idle.filter(({ isLarge }) => isLarge)) this.#drop(idle);
    this.#refillSoon();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await (this.#spares.shift() ?? this.#start());
      } catch (error) {
        // If a process exits before it receives any work, the work is not to blame.
        if (this.#isClosed || attempt === MAX_STARTS) throw error;
        log().warn("a worker process exited during startup and is being restarted", {
          error: error as Error,
        });
      }
    }
  }

  #refillSoon(): void {
    this.#refill ??= setTimeout(() => {
      this.#refill = undefined;
      this.warm();
    }, REFILL_DELAY_MS).unref();
  }

  async #start(): Promise<Worker> {
    this.#script ??= this.#options.script();
    const script = await this.#script;
    return this.#options.starts.run(false, () => this.#startNow(script));
  }

  /** Starts a spare once no work waits for a process. */
  async #startSpare(): Promise<void> {
    let isQueued = true;
    try {
      this.#script ??= this.#options.script();
      const script = await this.#script;
      await this.#options.starts.run(true, () => {
        isQueued = false;
        this.#queuedSpares -= 1;
        const starting = this.#startNow(script);
        this.#spares.push(starting);
        return starting;
      });
    } catch {
      // Work that takes the spare, or starts a process itself, receives the error.
      if (isQueued) this.#queuedSpares -= 1;
    }
  }

  async #startNow(script: string): Promise<Worker> {
    if (this.#isClosed) throw new Error("The platform is stopping");
    const worker = new Worker({ ...this.#options, script });
    this.#all.add(worker);
    void worker.ended.then(() => this.#all.delete(worker));
    await worker.ready();
    if (worker.isGone) {
      throw new Error(`A worker process could not be started (${worker.exit}). See its output for the cause`);
    }
    return worker;
  }

  #drop(idle: Idle): void {
    this.#forget(idle);
    idle.worker.kill();
  }

  #forget(idle: Idle): void {
    clearTimeout(idle.timer);
    this.#idle = this.#idle.filter((candidate) => candidate !== idle);
  }

  async #checkMemory(): Promise<void> {
    const workers = new Map([...this.#busy.keys()].map((worker) => [worker.pid ?? 0, worker]));
    for (const [pid, bytes] of await residentMemory([...workers.keys()])) {
      const worker = workers.get(pid);
      const max = worker && this.#busy.get(worker);
      if (max !== undefined && bytes > max) worker?.kill("memory");
    }
  }
}

async function residentBytes({ pid = 0 }: Worker): Promise<number> {
  const [bytes = 0] = (await residentMemory([pid])).values();
  return bytes;
}
