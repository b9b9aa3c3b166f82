import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { promisify } from "node:util";

const isLinux = process.platform === "linux";
/** Of Linux on x64 and on most others; a larger page only makes a process look smaller than it is. */
const PAGE_BYTES = 4096;

export interface ProcessLimits {
  /** Bytes of memory of its own. Linux counts it (`ulimit -d`) in pages that can be written; elsewhere there is no such limit. */
  dataBytes: number;
  /** How far it stands behind other processes: 0 to 19. */
  niceness: number;
}

/** The command that starts a program within limits. */
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

/** How often the memory of processes at work is looked at, in milliseconds. Elsewhere than on Linux each look is a process. */
export const MEMORY_LOOK_MS = isLinux ? 10 : 500;

/** Resident memory of processes in bytes, by process id; without those that are gone. */
export async function residentMemory(pids: readonly number[]): Promise<Map<number, number>> {
  if (pids.length === 0) return new Map();
  if (isLinux) return new Map(pids.flatMap((pid) => residentPages(pid)));
  const { stdout } = await promisify(execFile)("ps", ["-o", "pid=,rss=", "-p", pids.join(",")]).catch(() => ({
    stdout: "",
  }));
  const lines = [...stdout.matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm)];
  return new Map(lines.map(([, pid, kilobytes]) => [Number(pid), Number(kilobytes) * 1024]));
}

function residentPages(pid: number): [number, number][] {
  try {
    const [, resident] = readFileSync(`/proc/${pid}/statm`, "utf8").split(" ");
    return [[pid, Number(resident) * PAGE_BYTES]];
  } catch {
    return [];
  }
}

/** Lets a process and all its threads go behind others (`niceness` 0 to 19); it cannot be taken back without privileges. */
export function lowerPriority(pid: number, niceness: number): void {
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, niceness);
    } catch {
      // It has ended, or the system does not let us.
    }
  }
}

/** On Linux a priority belongs to a thread. */
function threadsOf(pid: number): number[] {
  if (!isLinux) return [pid];
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}
