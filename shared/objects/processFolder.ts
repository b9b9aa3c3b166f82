import { mkdir, readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { threadId } from "node:worker_threads";

const PREFIX = "objects-";
const folders = new Map<string, Promise<string>>();

/**
 * Returns the folder below a scratch directory in which this process (or this thread of it) keeps copies of objects and
 * temporary files of queries. It is created empty, and folders of processes that have ended are removed, because a disk can
 * outlive its processes.
 */
export function processFolder(scratchDirectory: string): Promise<string> {
  const known = folders.get(scratchDirectory);
  if (known) return known;
  const made = makeFolder(scratchDirectory);
  folders.set(scratchDirectory, made);
  made.catch(() => folders.delete(scratchDirectory));
  return made;
}

/** Returns the path of this process's folder, which may not exist yet. */
export function processFolderPath(scratchDirectory: string): string {
  return join(scratchDirectory, `${PREFIX}${process.pid}-${threadId}`);
}

async function makeFolder(scratchDirectory: string): Promise<string> {
  await mkdir(scratchDirectory, { recursive: true });
  const folder = processFolderPath(scratchDirectory);
  const folderName = basename(folder);
  for (const name of await readdir(scratchDirectory)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-\\d+$`).exec(name)?.[1];
    const isLeft = name === folderName || (pid !== undefined && !isAlive(Number(pid)));
    if (isLeft) await rm(join(scratchDirectory, name), { recursive: true, force: true });
  }
  await mkdir(folder);
  return folder;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user cannot be signaled, but it exists.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
