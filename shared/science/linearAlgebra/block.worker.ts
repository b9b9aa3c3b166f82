import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { drainTasks, type SharedTasks } from "./blockTask.ts";

/** Entry point of a thread for linear algebra: waits for calls and runs some of their tasks, until it is told to stop. */
if (parentPort) {
  /** Counter with a single element that changes with every call; −1 stops the thread. */
  const calls = workerData as Int32Array;
  parentPort.postMessage("ready");
  let seen = 0;
  while (seen !== -1) {
    Atomics.wait(calls, 0, seen);
    seen = Atomics.load(calls, 0);
    for (let next = receiveMessageOnPort(parentPort); next; next = receiveMessageOnPort(parentPort)) {
      drainTasks(next.message as SharedTasks);
    }
  }
}
