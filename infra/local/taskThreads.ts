import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Environment } from "#shared/runtime/environment.ts";
import type { StepAnswer, StepRequest } from "./stepThreads.ts";

interface Waiting {
  start: () => void;
  signal: AbortSignal;
}

/**
 * Threads for steps that compute for minutes: one each, as many at a time as there are processors for; the others wait.
 * Work that is stopped ends with its thread, in the middle of whatever it computes.
 */
export class TaskThreads {
  readonly #most = Math.max(1, Math.floor(availableParallelism() / 2));
  readonly #running = new Set<Worker>();
  readonly #waiting: Waiting[] = [];

  async run(name: string, payload: unknown, environment: Environment, signal: AbortSignal): Promise<unknown> {
    await this.#place(signal);
    const worker = new Worker(new URL("./stepWorker.ts", import.meta.url));
    this.#running.add(worker);
    try {
      return await outputOf(worker, { id: 1, name, payload, environment }, signal);
    } finally {
      this.#running.delete(worker);
      await worker.terminate();
      this.#startNext();
    }
  }

  async close(): Promise<void> {
    this.#waiting.length = 0;
    await Promise.all([...this.#running].map((worker) => worker.terminate()));
  }

  #place(signal: AbortSignal): Promise<void> {
    if (this.#running.size < this.#most) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ start: resolve, signal });
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    });
  }

  #startNext(): void {
    let next = this.#waiting.shift();
    while (next?.signal.aborted) next = this.#waiting.shift();
    next?.start();
  }
}

function outputOf(worker: Worker, request: StepRequest, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    worker.once("message", (answer: StepAnswer) => {
      if (!("error" in answer)) return resolve(answer.output);
      const error = new Error(answer.error.message);
      error.name = answer.error.name;
      reject(error);
    });
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("The thread of this step ended")));
    worker.postMessage(request);
  });
}
