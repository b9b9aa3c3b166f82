import { once } from "node:events";
import { startWorker } from "../startWorker.ts";
import { threadCount } from "../threadCount.ts";
import { type BlockTask, drainTasks, type SharedTasks, type TaskRunner } from "./blockTask.ts";

/**
 * Worker threads for the hot loops of linear algebra, in addition to the calling thread. Results do not
 * depend on the number of threads.
 */
export interface Threads extends TaskRunner {
  /** Number of threads, including the calling one. */
  readonly count: number;
  /** Runs tasks with all blocks in shared memory. Blocks the calling thread until all tasks are done. */
  run(tasks: readonly BlockTask[]): void;
  /** Stops the threads; may be called repeatedly. */
  close(): Promise<void>;
}

/** Timeout of a call; only exceeded if a thread has died. */
const PATIENCE_MS = 600_000;

/**
 * Starts threads; if no number is given, as many as the machine can run at once, up to four. If threads fail to start, `count`
 * is lower and everything is still computed.
 */
export async function openThreads(count?: number): Promise<Threads> {
  const threads = threadCount(count);
  // Its single element counts the calls, so that waiting threads notice a new one; −1 stops them.
  const calls = new Int32Array(new SharedArrayBuffer(4));
  const starting = Array.from({ length: threads - 1 }, () => startWorker("block", import.meta.url, calls));
  const ready = await Promise.allSettled(starting.map((worker) => once(worker, "message")));
  const workers = starting.filter((_, index) => ready[index]?.status === "fulfilled");
  // Threads that are never closed do not keep the process alive.
  for (const worker of workers) worker.unref();

  let ended: Promise<void> | undefined;

  function run(tasks: readonly BlockTask[]): void {
    if (ended !== undefined) throw new Error("These threads have been closed.");
    // Each call has separate counters, so that a late thread finds no tasks left.
    const counters = new Int32Array(new SharedArrayBuffer(12));
    const shared: SharedTasks = { tasks, counters };
    for (const worker of workers) worker.postMessage(shared);
    Atomics.add(calls, 0, 1);
    Atomics.notify(calls, 0);
    drainTasks(shared);
    for (let done = Atomics.load(counters, 1); done < tasks.length; done = Atomics.load(counters, 1)) {
      if (Atomics.wait(counters, 1, done, PATIENCE_MS) === "timed-out") {
        throw new Error("A linear algebra thread is not responding.");
      }
    }
    if (Atomics.load(counters, 2) > 0) throw new Error("A linear algebra thread failed.");
  }

  async function end(): Promise<void> {
    const exits = workers.map((worker) => {
      worker.ref();
      return once(worker, "exit");
    });
    Atomics.store(calls, 0, -1);
    Atomics.notify(calls, 0);
    await Promise.all(exits);
  }

  function close(): Promise<void> {
    ended ??= end();
    return ended;
  }

  return { count: workers.length + 1, run, close };
}
