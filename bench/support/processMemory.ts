import { readdirSync, readFileSync } from "node:fs";

/** Memory of a process and its descendants, in MB, from Linux's /proc. */
export interface Memory {
  /** Resident set size; shared pages count in full for each process. */
  rss: number;
  /**
   * Proportional set size: shared pages are divided among the processes that share them; null if the system does not provide
   * it.
   */
  pss: number | null;
}

/**
 * Reads synchronously: reading so many small files asynchronously takes fourteen times as much CPU time, which would distort
 * the measurement.
 */
export function processMemory(pid: number): Memory {
  const memory: Memory = { rss: 0, pss: 0 };
  for (const processId of processTree(pid)) {
    const rollup = read(`/proc/${processId}/smaps_rollup`);
    const status = read(`/proc/${processId}/status`);
    memory.rss += kilobytes(status, "VmRSS") / 1000;
    memory.pss = rollup === "" && status !== "" ? null : add(memory.pss, kilobytes(rollup, "Pss") / 1000);
  }
  return memory;
}

function add(sum: number | null, more: number): number | null {
  return sum === null ? null : sum + more;
}

/** Returns a process and its descendants. */
export function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync("/proc")) {
    if (!/^[0-9]+$/.test(entry)) continue;
    const statistics = read(`/proc/${entry}/stat`);
    // The second field is the program name in parentheses and may contain any characters.
    const [, parent] = statistics.slice(statistics.lastIndexOf(")") + 2).split(" ");
    parents.set(Number(entry), Number(parent));
  }
  const tree = [root];
  for (const pid of tree) {
    for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  }
  return tree;
}

/** Reads a file; empty if the process has exited or the file may not be read. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function kilobytes(text: string, field: string): number {
  return (Number(new RegExp(`^${field}:\\s+([0-9]+) kB`, "m").exec(text)?.[1] ?? 0) * 1024) / 1000;
}
