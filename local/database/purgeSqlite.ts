import { once } from "node:events";
import { Worker } from "node:worker_threads";

/**
 * Overwrites deleted content in an SQLite file and its journal, even if another process has the file open. Runs on another
 * thread, because it takes as long as copying the file.
 */
export async function purgeSqlite(path: string): Promise<void> {
  const script = new URL("purgeSqlite.worker.ts", import.meta.url);
  const worker = new Worker(script, { workerData: { path }, execArgv: [] });
  // Rejects with an exception of the thread.
  await once(worker, "exit");
}
