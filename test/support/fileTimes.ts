import { readFileSync } from "node:fs";
import { afterAll } from "vitest";
import { processorTime } from "../../bench/support/processorTime.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Processor time of a test file with its imports, hooks and child processes, in milliseconds. */
    processorMs?: number;
  }
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
/** Fields of /proc/self/stat after the program name: user and kernel time of children that have exited, in ticks. */
const CHILDREN_USER = 13;
const CHILDREN_KERNEL = 14;

/** Returns the processor time used so far by this process, its running descendants and its exited children. */
function usedMs(): number {
  if (process.platform !== "linux") {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
  const statistics = readFileSync("/proc/self/stat", "utf8");
  const fields = statistics.slice(statistics.lastIndexOf(")") + 2).split(" ");
  return (
    processorTime(process.pid) + (Number(fields[CHILDREN_USER]) + Number(fields[CHILDREN_KERNEL])) * TICK_MS
  );
}

/** Measured when this setup file runs: before the test file is imported. */
const before = usedMs();

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from this pattern
afterAll(({}, file) => {
  file.meta.processorMs = Math.max(0, usedMs() - before);
});
