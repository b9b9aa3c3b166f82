import type * as workerThreads from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import type { BlockKernels, BlockSizes, createBlockKernels } from "./blockKernels.ts";
import type { BlockTask } from "./blockTask.ts";

/** Messages of a thread's start. The functions here are self-contained: threads are started from their text. */
interface Start {
  /** Counter whose one element changes with every call; −1 ends the thread. */
  calls: Int32Array;
  port: MessagePort;
  module: WebAssembly.Module;
  sizes: BlockSizes;
}

interface Call {
  tasks: readonly BlockTask[];
  counters: Int32Array;
}

/** Runs a worker thread: waits for calls and processes their tasks until the end. */
export function serveTasks(
  { parentPort, workerData, receiveMessageOnPort }: typeof workerThreads,
  create: typeof createBlockKernels,
  work: typeof drain,
): void {
  const { calls, port, module, sizes } = workerData as Start;
  const kernels = create(module, sizes);
  parentPort?.postMessage("ready");
  let seen = 0;
  while (seen !== -1) {
    Atomics.wait(calls, 0, seen);
    seen = Atomics.load(calls, 0);
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
      const { tasks, counters } = next.message as Call;
      work(kernels, tasks, counters);
    }
  }
  port.close();
}

/** Takes tasks until none is left. The counters: tasks taken, tasks done, tasks failed. */
export function drain(kernels: BlockKernels, tasks: readonly BlockTask[], counters: Int32Array): void {
  for (let next = Atomics.add(counters, 0, 1); next < tasks.length; next = Atomics.add(counters, 0, 1)) {
    const task = tasks[next]!;
    try {
      (kernels[task.operation] as (...values: unknown[]) => void)(...task.arguments);
    } catch {
      Atomics.add(counters, 2, 1);
    }
    Atomics.add(counters, 1, 1);
    Atomics.notify(counters, 1);
  }
}
