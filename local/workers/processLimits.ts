import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { promisify } from "node:util";

const isLinux = process.platform === "linux";
/** Page size on Linux on x64 and most other architectures; if pages are larger, a process merely appears smaller than it is. */
const PAGE_BYTES = 4096;

export interface ProcessLimits {
  /**
   * Maximum private memory, in bytes. Linux counts writable pages toward it (`ulimit -d`); other systems have no such limit.
   */
  dataBytes: number;
  /** Niceness of the process: 0 to 19. */
  niceness: number;
}

/** Returns the command that starts a program with the given limits. */
export function limitedCommand(
  program: string,
  args: readonly string[],
  { dataBytes, niceness }: ProcessLimits,
) {
  if (process.platform === "win32") return { command: program, args: [...args] };
  const limit = isLinux ? `ulimit -d ${Math.floor(dataBytes / 1024)}; ` : "";
  const nice = `command -v nice >/dev/null && exec nice -n ${niceness} "$0" "$@"; exec "$0" "$@"`;
  return { command: "/bin/sh", args: ["-c", `${limit}${nice}`, program, ...args] };
}

/**
 * Interval of memory checks of busy processes, in milliseconds. Except on Linux, each check starts a process.
 */
export const MEMORY_LOOK_MS = isLinux ? 10 : 500;

/** Returns the resident memory of processes in bytes, by process ID; excludes processes that have exited. */
export async function residentMemory(pids: readonly number[]): Promise<Map<number, number>> {
  if (pids.length === 0) return new Map();
  if (isLinux) return new Map(pids.flatMap((pid) => residentPages(pid)));
  const { stdout } = await promisify(execFile)("ps", ["-o", "pid=,rss=", "-p", pids.join(",")]).catch(() => ({
    stdout: "",
  }));
  const lines = [...stdout.matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm)];
  return new Map(lines.map(([, pid, kilobytes]) => [Number(pid), Number(kilobytes) * 1024]));
}

/**
 * Returns the resident memory of a process in bytes, excluding memory shared with other processes, such as the runtime's code.
 * Returns 0 for a process that has exited, or if the system does not report it.
 */
export function privateResidentMemory(pid: number | undefined): number {
  if (!isLinux || pid === undefined) return 0;
  try {
    const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
    return (Number(resident) - Number(shared)) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

/** Returns the resident memory of this process in the same way. */
export function ownPrivateMemory(): number {
  return isLinux ? privateResidentMemory(process.pid) : process.memoryUsage.rss();
}

/**
 * Returns the private memory of a process in bytes, as counted toward the limit `dataBytes`. It includes memory that has never
 * been touched, and rarely shrinks, because allocators rarely return memory. Returns 0 if no such limit exists.
 */
export function privateMemory(pid: number): number {
  try {
    return isLinux ? Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[5]) * PAGE_BYTES : 0;
  } catch {
    return 0;
  }
}

/** Duration of a clock tick in `/proc`, in milliseconds; the same on all architectures of Linux. */
const TICK_MS = 10;

/**
 * Returns the computing time that a process has had so far, on all its threads together, in milliseconds. Returns undefined for
 * a process that has exited, or if the system does not report it.
 */
export function cpuMsOf(pid: number | undefined): number | undefined {
  if (!isLinux || pid === undefined) return undefined;
  try {
    // The name of the program, in parentheses, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}

function residentPages(pid: number): [number, number][] {
  try {
    const [, resident] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
    return [[pid, Number(resident) * PAGE_BYTES]];
  } catch {
    return [];
  }
}

/** Lowers the priority of a process and all its threads (`niceness` 0 to 19); irreversible without privileges. */
export function lowerPriority(pid: number, niceness: number): void {
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, niceness);
    } catch {
      // The process has exited, or the system does not allow it.
    }
  }
}

/** Lists the threads of a process; on Linux, priorities are per thread. */
function threadsOf(pid: number): number[] {
  if (!isLinux) return [pid];
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}
