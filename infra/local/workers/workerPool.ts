import { MEMORY_LOOK_MS, residentMemory } from "./processLimits.ts";
import { Worker, type WorkerOptions } from "./worker.ts";

export interface PoolOptions extends Omit<WorkerOptions, "script"> {
  /** Returns the script that the processes run. */
  script: () => Promise<string>;
  /** Processes that are kept ready for whatever workspace comes next. */
  spares: number;
  /** Milliseconds after which a process that computes goes behind the work of other workspaces, and stays there. */
  demoteAfterMs?: number;
  /** Processes that wait for more work of their workspace; the one that was used least recently ends. */
  maxIdle: number;
}

interface Idle {
  worker: Worker;
  isLarge: boolean;
  timer: NodeJS.Timeout;
}

/** How long a process waits for more work of its workspace. */
const IDLE_MS = 60_000;
/** The same for one that is demoted or large: a new one is better, but takes a while to start. */
const SHORT_IDLE_MS = 5_000;
/** A spare is started when whoever took the last one has had time to finish something small. */
const REFILL_DELAY_MS = 300;
const DEMOTED_NICENESS = 15;
/** Resident memory from which on an idle process is large: it ends when another process is needed. */
const LARGE_BYTES = 400 << 20;

/** Worker processes: each works for one workspace only, and is ended rather than given to another. */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #all = new Set<Worker>();
  #spares: Promise<Worker>[] = [];
  #script: Promise<string> | undefined;
  /** The least recently used first. */
  #idle: Idle[] = [];
  /** At work, with the bytes of resident memory that each may have. */
  readonly #busy = new Map<Worker, number>();
  readonly #demotions = new WeakMap<Worker, NodeJS.Timeout>();
  /** At work for longer than `demoteAfterMs`, with no other workspace's work beside them so far. */
  readonly #overdue = new Set<Worker>();
  #watching: NodeJS.Timeout | undefined;
  #refill: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Starts the spares, so that the first work does not wait for them. */
  warm(): void {
    while (!this.#isClosed && this.#spares.length < this.#options.spares) {
      const starting = this.#start();
      // Whoever takes it is told.
      starting.catch(() => undefined);
      this.#spares.push(starting);
    }
  }

  /** A process that works for this workspace until it is released; it is killed when it exceeds its memory. */
  async take(workspaceId: string, maxBytes: number): Promise<Worker> {
    for (;;) {
      if (this.#isClosed) throw new Error("The platform is stopping");
      const worker = this.#takeIdle(workspaceId) ?? (await this.#takeSpare());
      if (worker.isGone) continue;
      worker.workspaceId = workspaceId;
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

  /** Takes a process back, and waits for its end where it cannot be used again. */
  async release(worker: Worker, isReusable: boolean): Promise<void> {
    clearTimeout(this.#demotions.get(worker));
    this.#overdue.delete(worker);
    this.#busy.delete(worker);
    if (this.#busy.size === 0) {
      clearInterval(this.#watching);
      this.#watching = undefined;
    }
    const isLarge = isReusable && (await residentBytes(worker)) > LARGE_BYTES;
    if (!isReusable || worker.isGone || this.#isClosed) {
      worker.kill();
      this.#refillSoon();
      return worker.ended;
    }
    this.#keep(worker, isLarge);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#refill);
    clearInterval(this.#watching);
    for (const worker of this.#all) worker.kill();
    await Promise.all([...this.#all].map(({ ended }) => ended));
  }

  #takeIdle(workspaceId: string): Worker | undefined {
    const found = this.#idle.findLast(({ worker }) => worker.workspaceId === workspaceId && !worker.isGone);
    if (!found) return undefined;
    this.#forget(found);
    return found.worker;
  }

  async #takeSpare(): Promise<Worker> {
    for (const idle of this.#idle.filter(({ isLarge }) => isLarge)) this.#drop(idle);
    const starting = this.#spares.shift() ?? this.#start();
    this.#refillSoon();
    return starting;
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
    if (this.#isClosed) throw new Error("The platform is stopping");
    const worker = new Worker({ ...this.#options, script });
    this.#all.add(worker);
    void worker.ended.then(() => this.#all.delete(worker));
    await worker.ready();
    if (worker.isGone) throw new Error("A worker process could not be started; its output says why");
    return worker;
  }

  #drop(idle: Idle): void {
    this.#forget(idle);
    idle.worker.kill();
  }

  #forget(idle: Idle): void {
    clearTimeout(idle.timer);
    this.#idle = this.#idle.filter((one) => one !== idle);
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
