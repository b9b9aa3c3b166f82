import { readFileSync } from "node:fs";
import { processTree } from "./processMemory.ts";

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
/** Fields of /proc/…/stat after the program's name: time of the process and of the kernel for it, in ticks. */
const USER = 11;
const KERNEL = 12;

/** Returns the processor time of a process and its running descendants so far, in milliseconds, from Linux' /proc. */
export function processorTime(pid: number): number {
  return processTree(pid).reduce((sum, one) => sum + timeOf(one), 0);
}

function timeOf(pid: number): number {
  try {
    const statistics = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program's name in brackets may contain any characters.
    const fields = statistics.slice(statistics.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[USER]) + Number(fields[KERNEL])) * TICK_MS;
  } catch {
    // The process has ended.
    return 0;
  }
}
