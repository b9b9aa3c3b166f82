import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { closeDuckDb, lockDown, type OpenDuckDb, openDuckDb } from "./openDuckDb.ts";

/** Instance that can only access its directory. */
export interface KeptDuckDb extends OpenDuckDb {
  directory: string;
}

let parent: string | undefined;
let settings: Record<string, string> = {};
let idle: Promise<KeptDuckDb> | undefined;

/**
 * Keeps one instance open in this process from now on, with these settings and a directory of its own inside `directory`. The
 * first passes over a file in a new instance take two to five times as long as those over the next file. Returns a function that
 * ends this.
 */
export function keepDuckDb(directory: string, limits: Record<string, string>): () => Promise<void> {
  parent = directory;
  settings = limits;
  idle = open(directory);
  // The next use opens another one.
  idle.catch(() => undefined);
  return async () => {
    const ending = idle;
    [parent, idle] = [undefined, undefined];
    const last = await ending?.catch(() => undefined);
    if (last) close(last);
  };
}

/** Takes the kept instance, or opens one if it is in use; undefined if this process does not keep one. */
export async function takeKeptDuckDb(): Promise<KeptDuckDb | undefined> {
  const directory = parent;
  if (directory === undefined) return undefined;
  const taken = idle;
  idle = undefined;
  return (await taken?.catch(() => undefined)) ?? open(directory);
}

/** Keeps an instance for the next file, or closes it if it is no longer usable, or not needed. */
export function returnKeptDuckDb(kept: KeptDuckDb, isUsable: boolean): void {
  if (isUsable && idle === undefined && parent !== undefined) idle = Promise.resolve(kept);
  else close(kept);
}

function close(kept: KeptDuckDb): void {
  closeDuckDb(kept);
  try {
    rmSync(kept.directory, { recursive: true, force: true });
  } catch {
    // Remains until the folder of this process is removed.
  }
}

async function open(within: string): Promise<KeptDuckDb> {
  const directory = join(within, `engine-${randomUUID()}`);
  await mkdir(directory, { recursive: true });
  try {
    const opened = await openDuckDb({ ...settings, temp_directory: join(directory, "spilled") });
    try {
      await lockDown(opened.connection, [], [directory]);
    } catch (error) {
      closeDuckDb(opened);
      throw error;
    }
    return { ...opened, directory };
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}
