import { type InstanceOptions, type OpenInstance, openInstance } from "./sealedInstance.ts";

/** Instances that wait for a query. Each serves one and is closed: what a query leaves behind, no other one meets. */
export class InstancePool {
  readonly #options: InstanceOptions;
  readonly #size: number;
  #waiting: Promise<OpenInstance>[] = [];
  #closed = false;

  constructor(options: InstanceOptions, size: number) {
    this.#options = options;
    this.#size = size;
  }

  /** A fresh instance, at once if one is waiting. */
  take(): Promise<OpenInstance> {
    if (this.#closed) throw new Error("The pool of SQL instances is closed");
    return this.#waiting.shift() ?? openInstance(this.#options);
  }

  /** Starts what is missing. Called when a query has ended, so as not to slow down one that runs. */
  fill(): void {
    while (!this.#closed && this.#waiting.length < this.#size) {
      const opening = openInstance(this.#options);
      // A failure is reported to the query that takes this one.
      opening.catch(() => undefined);
      this.#waiting.push(opening);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const opened of await Promise.allSettled(waiting)) {
      if (opened.status === "fulfilled") opened.value.close();
    }
  }
}
