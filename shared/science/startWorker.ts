import { extname } from "node:path";
import { Worker } from "node:worker_threads";

/**
 * Starts a worker thread from the entry point `<name>.worker.ts` next to a module. In a bundle, this is the script next to the
 * bundled module, with the same extension.
 */
export function startWorker(name: string, module: string, workerData: unknown): Worker {
  const script = new URL(`${name}.worker${extname(module)}`, module);
  return new Worker(script, { workerData, execArgv: [] });
}
