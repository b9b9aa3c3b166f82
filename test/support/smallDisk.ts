import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Disk of a few megabytes that a test may fill. */
export interface SmallDisk {
  path: string;
  /** Fills the disk, leaving `leave` bytes free. */
  fill: (leave?: number) => void;
  /** Removes what `fill` wrote. */
  free: () => void;
  close: () => Promise<void>;
}

const FILLER = "filler";
const PIECE_BYTES = 4_096;

/**
 * Mounts an in-memory disk, at a new path or in an existing folder. If this machine does not allow that, returns the reason as
 * a sentence.
 */
export function smallDisk(megabytes: number, folder?: string): SmallDisk | string {
  if (process.platform !== "linux") return "Only on Linux can a test mount a small disk.";
  if (process.getuid?.() !== 0) return "Only root may mount a small disk.";
  const path = folder ?? mkdtempSync(join(tmpdir(), "small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=700`, "none", path], {
      stdio: "pipe",
    });
  } catch (error) {
    rmSync(path, { recursive: true });
    return `This machine does not let a test mount a small disk (${(error as Error).message.split("\n")[0]}).`;
  }
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  const filler = join(path, FILLER);
  return {
    path,
    fill: (leave = 0) => {
      const file = openSync(filler, "a");
      try {
        while (freeBytes() > leave) {
          writeSync(file, Buffer.alloc(Math.min(Math.max(freeBytes() - leave, PIECE_BYTES), 1 << 20)));
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler, { force: true }),
    close: async () => {
      // Files may still be open for a moment, so the disk is removed when the last of them is closed.
      execFileSync("umount", ["--lazy", path]);
      await rm(path, { recursive: true });
    },
  };
}
