import { Worker } from "node:worker_threads";
import type { Environment } from "#shared/runtime/environment.ts";

export type StepRequest =
  | { id: number; name: string; payload: unknown; environment: Environment }
  | { cancel: number };

export type StepAnswer =
  | { id: number; output: unknown }
  | { id: number; error: { name: string; message: string } };

interface Job {
  resolve: (output: unknown) => void;
  reject: (error: Error) => void;
}

interface Thread {
  worker: Worker;
  jobs: Map<number, Job>;
  idle?: NodeJS.Timeout;
}

const MOST_THREADS = 2;
const IDLE_MILLISECONDS = 30_000;

/** A few threads for steps that keep a processor busy; all but the first end when they have nothing to do. */
export class StepThreads {
  readonly #threads: Thread[] = [];
  #lastId = 0;
  #closed = false;

  /** Starts the first thread, so that the first load does not wait for it. */
  warm(): void {
    if (this.#threads.length === 0) this.#start();
  }

  run(name: string, payload: unknown, environment: Environment, signal: AbortSignal): Promise<unknown> {
    const thread = this.#leastBusy();
    this.#lastId += 1;
    const id = this.#lastId;
    clearTimeout(thread.idle);
    return new Promise((resolve, reject) => {
      thread.jobs.set(id, { resolve, reject });
      const request: StepRequest = { id, name, payload, environment };
      thread.worker.postMessage(request);
      signal.addEventListener("abort", () => thread.worker.postMessage({ cancel: id } satisfies StepRequest));
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #leastBusy(): Thread {
    const [first, ...others] = this.#threads.toSorted((a, b) => a.jobs.size - b.jobs.size);
    if (!first) return this.#start();
    return first.jobs.size > 0 && others.length + 1 < MOST_THREADS ? this.#start() : first;
  }

  #start(): Thread {
    const worker = new Worker(new URL("./stepWorker.ts", import.meta.url));
    const thread: Thread = { worker, jobs: new Map() };
    worker.on("message", (message: StepAnswer) => this.#finish(thread, message));
    worker.on("error", (error) => this.#lose(thread, error as Error));
    worker.on("exit", () => this.#lose(thread, new Error("The thread of this step ended")));
    worker.unref();
    this.#threads.push(thread);
    return thread;
  }

  #finish(thread: Thread, message: StepAnswer): void {
    const job = thread.jobs.get(message.id);
    thread.jobs.delete(message.id);
    if ("error" in message) {
      const error = new Error(message.error.message);
      error.name = message.error.name;
      job?.reject(error);
    } else job?.resolve(message.output);
    if (thread.jobs.size > 0 || this.#threads[0] === thread) return;
    thread.idle = setTimeout(() => void thread.worker.terminate(), IDLE_MILLISECONDS).unref();
  }

  #lose(thread: Thread, error: Error): void {
    const index = this.#threads.indexOf(thread);
    if (index >= 0) this.#threads.splice(index, 1);
    for (const job of thread.jobs.values()) job.reject(error);
    thread.jobs.clear();
    if (this.#threads.length === 0 && !this.#closed && index >= 0) this.#start();
  }
}
