import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const PROJECT = fileURLToPath(new URL("../", import.meta.url));

/** Module that starts worker threads: scripts that contain it need the workers' scripts next to them. */
export const WORKER_STARTER = "shared/science/startWorker.ts";

/** Returns the entry modules of worker threads, by script name. */
export function workerEntries(): Record<string, string> {
  const entries = globSync("shared/**/*.worker.ts", { cwd: PROJECT });
  return Object.fromEntries(entries.map((file) => [basename(file, ".ts"), join(PROJECT, file)]));
}
