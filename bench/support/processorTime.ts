import { readFileSync } from "node:fs";
import { processTree } from "./processMemory.ts";

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;
/** Fields of /proc/…/stat after the program name: user time and kernel time of the process, in ticks. */
const USER = 11;
const KERNEL = 12;

/** Returns the CPU time used so far by a process and its running descendants, in milliseconds, from Linux's /proc. */
export function processorTime(pid: number): number {
  return processTree(pid).reduce((sum, processId) => sum + timeOf(processId), 0);
}

function timeOf(pid: number): number {
  try {
    const statistics = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program name in parentheses may contain any characters.
    const fields = statistics.slice(statistics.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[USER]) + Number(fields[KERNEL])) * TICK_MS;
  } catch {
    // The process has exited.
    return 0;
  }
}
