import { type InstanceOptions, type OpenInstance, openInstance } from "./openInstance.ts";

/** Time that an idle instance is kept for another query over the same files, in milliseconds. */
const KEPT_MS = 10_000;
const MAX_KEPT = 4;

interface Kept {
  instance: OpenInstance;
  /** Files that the instance is locked down to. */
  files: string;
  timer: NodeJS.Timeout;
}

/**
 * Pool of idle instances: new ones, and ones that are locked down to a set of files. A locked-down instance serves one
 * query at a time, and only queries over exactly its files. It only runs SELECTs that were generated here, so that no
 * query leaves state for the next. After an error it is closed.
 */
export class InstancePool {
  readonly #options: InstanceOptions;
  readonly #size: number;
  #waiting: Promise<OpenInstance>[] = [];
  #kept: Kept[] = [];
  #closed = false;

  constructor(options: InstanceOptions, size: number) {
    this.#options = options;
    this.#size = size;
  }

  /** Takes an idle instance that is locked down to exactly these files, if any. */
  takeLocked(files: string): OpenInstance | undefined {
    const index = this.#kept.findIndex((kept) => kept.files === files);
    const [found] = index < 0 ? [] : this.#kept.splice(index, 1);
    clearTimeout(found?.timer);
    return found?.instance;
  }

  /** Takes a new instance, at once if one is ready. */
  take(): Promise<OpenInstance> {
    if (this.#closed) throw new Error("The pool of SQL instances is closed");
    return this.#waiting.shift() ?? openInstance(this.#options);
  }

  /** Returns an instance whose query has succeeded to the pool; the oldest is closed if there are too many. */
  keep(files: string, instance: OpenInstance): void {
    if (this.#closed || this.#size === 0) {
      instance.close();
      return;
    }
    const kept: Kept = { instance, files, timer: setTimeout(() => this.#drop(kept), KEPT_MS).unref() };
    this.#kept.push(kept);
    const oldest = this.#kept.length > MAX_KEPT ? this.#kept[0] : undefined;
    if (oldest) this.#drop(oldest);
  }

  /** Starts missing instances. Called after a query has ended, so as not to slow down a running one. */
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
    for (const kept of [...this.#kept]) this.#drop(kept);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const opened of await Promise.allSettled(waiting)) {
      if (opened.status === "fulfilled") opened.value.close();
    }
  }

  #drop(kept: Kept): void {
    clearTimeout(kept.timer);
    const index = this.#kept.indexOf(kept);
    if (index < 0) return;
    this.#kept.splice(index, 1);
    kept.instance.close();
  }
}
