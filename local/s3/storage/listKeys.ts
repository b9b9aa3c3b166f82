import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, isMissing } from "./durableFiles.ts";
import { folderName, keyPart } from "./objectPath.ts";

/** Returns whether the walk may skip a key, or a folder given by its common prefix. */
export type Skip = (keyOrBeginning: string, isFolder: boolean) => boolean;

/**
 * Yields the keys in a bucket's folder that begin with `prefix`, in UTF-8 byte order, read from disk on demand.
 */
export async function* listKeys(bucketFolder: string, prefix: string, skip: Skip): AsyncGenerator<string> {
  const folders = prefix.split("/").slice(0, -1);
  const start = join(bucketFolder, ...folders.map(folderName));
  yield* walk(start, folders.map((folder) => `${folder}/`).join(""), prefix, skip);
}

async function* walk(folder: string, beginning: string, prefix: string, skip: Skip): AsyncGenerator<string> {
  // These characters are the same in a key and in the name of its file.
  const [start = ""] = /^[\w-]*/.exec(prefix.slice(beginning.length)) ?? [];
  for (const { name, part, isFolder } of await entriesOf(folder, start)) {
    const key = beginning + part;
    if (!key.startsWith(prefix) || key === "" || skip(key, isFolder)) continue;
    if (isFolder) yield* walk(join(folder, name), key, prefix, skip);
    else yield key;
  }
}

interface Entry {
  name: string;
  part: string;
  isFolder: boolean;
}

/** Returns the entries of a folder whose names begin with `start`, in key order. */
async function entriesOf(folder: string, start: string): Promise<Entry[]> {
  const folderEntries = (await readFolder(folder)).filter(({ name }) => name.startsWith(start));
  const entries = folderEntries.flatMap((entry): Entry[] => {
    const part = keyPart(entry.name);
    const isFolder = entry.isDirectory();
    if (part === undefined || isFolder !== entry.name.endsWith("~")) return [];
    return isFolder || entry.isFile() ? [{ name: entry.name, part, isFolder }] : [];
  });
  return entries.sort((a, b) => compareKeys(a.part, b.part));
}

async function readFolder(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error) || errorCode(error) === "ENAMETOOLONG") return [];
    throw error;
  }
}

/** Sorts keys by UTF-8 bytes, which differs from JavaScript's order for characters outside the basic plane. */
export function compareKeys(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
