import { DomainError } from "#shared/domain/errors.ts";

export interface TurnLimits {
  /** Maximum concurrent work of all workspaces together. */
  total: number;
  /** Maximum concurrent work of one workspace. */
  perWorkspace: number;
  /** Maximum number of waiting pieces of work of one workspace; one more is refused. */
  maxWaiting: number;
  /** Maximum waiting time, in milliseconds; then the work is refused. */
  maxWaitMs: number;
  /** Name of the work in a refusal, in the plural. */
  what: string;
}

/**
 * Fair queue for one kind of work: a free place goes to the workspace that has waited longest since its last turn.
 * Within a workspace the order is that of arrival.
 */
export class Turns {
  readonly #limits: TurnLimits;
  /** Waiting work by workspace (functions that let it enter), in the order of their next turns. */
  readonly #queues = new Map<string, (() => void)[]>();
  readonly #running = new Map<string, number>();
  #total = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Resolves with a function that releases the place. Rejects with a DomainError, or the signal's reason. */
  async take(workspace: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#isFree(workspace)) this.#count(workspace, 1);
    else await this.#wait(workspace, signal);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#count(workspace, -1);
      this.#next();
    };
  }

  #isFree(workspace: string): boolean {
    const { total, perWorkspace } = this.#limits;
    return this.#total < total && (this.#running.get(workspace) ?? 0) < perWorkspace;
  }

  #count(workspace: string, change: 1 | -1): void {
    this.#total += change;
    const count = (this.#running.get(workspace) ?? 0) + change;
    if (count === 0) this.#running.delete(workspace);
    else this.#running.set(workspace, count);
  }

  #wait(workspace: string, signal: AbortSignal): Promise<void> {
    const queue = this.#queues.get(workspace) ?? [];
    if (queue.length >= this.#limits.maxWaiting) return Promise.reject(this.#tooMany(queue.length));
    this.#queues.set(workspace, queue);
    return new Promise((resolve, reject) => {
      const leave = (error: unknown): void => {
        end();
        queue.splice(queue.indexOf(enter), 1);
        if (queue.length === 0 && this.#queues.get(workspace) === queue) this.#queues.delete(workspace);
        reject(error as Error);
      };
      const abort = (): void => leave(signal.reason);
      const timer = setTimeout(() => leave(this.#tooLong()), this.#limits.maxWaitMs);
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
      };
      const enter = (): void => {
        end();
        resolve();
      };
      queue.push(enter);
      signal.addEventListener("abort", abort, { once: true });
    });
  }

  /** Starts waiting work in order, as long as there are places. */
  #next(): void {
    for (const [workspace, queue] of [...this.#queues]) {
      if (!this.#isFree(workspace)) continue;
      const first = queue.shift();
      // Moves the workspace behind all others, or removes it.
      this.#queues.delete(workspace);
      if (queue.length > 0) this.#queues.set(workspace, queue);
      if (!first) continue;
      this.#count(workspace, 1);
      first();
    }
  }

  #tooMany(waiting: number): DomainError {
    const { what, perWorkspace } = this.#limits;
    return new DomainError(
      "throttled",
      "too_many_requests",
      `This workspace has ${perWorkspace} ${what} under way and ${waiting} waiting, which is as many as it may have: wait for some of them to end, and try again.`,
    );
  }

  #tooLong(): DomainError {
    const { what, maxWaitMs, perWorkspace } = this.#limits;
    return new DomainError(
      "throttled",
      "too_many_requests",
      `For ${maxWaitMs / 1000} s there was no room for this: this workspace may have ${perWorkspace} ${what} under way at a time. Try again when some of them have ended.`,
    );
  }
}
