import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { paths } from "#client/schema.ts";

/** Content of `export.json`. */
export type ExportRoot =
  paths["/v2/workspace/{workspace}/workspace:import"]["post"]["requestBody"]["content"]["application/json"]["export"];

/** Line of `files.jsonl`. */
export interface FolderFile {
  path: string;
  bytes: number;
  sha256: string;
}

export const ROOT = "export.json";
export const INDEX = "files.jsonl";
const PARTIAL = ".partial";

/** Returns the path of a file in the folder. Throws for a path that leads out of it. */
export function fileIn(folder: string, path: string): string {
  const parts = path.split("/");
  const isPlain = parts.every((part) => part !== "" && part !== "." && part !== ".." && !/[\\\0]/.test(part));
  if (!isPlain) throw new Error(`The export lists a file with an unsafe path: ${JSON.stringify(path)}`);
  return join(folder, ...parts);
}

/** Reads `export.json` of a folder; null if there is none. */
export async function readRoot(folder: string): Promise<ExportRoot | null> {
  const text = await readFile(join(folder, ROOT), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as ExportRoot);
}

/** Yields the files that a folder's list names. */
export async function* listedFiles(folder: string): AsyncGenerator<FolderFile> {
  const lines = createInterface({ input: createReadStream(join(folder, INDEX)) });
  for await (const line of lines) if (line !== "") yield JSON.parse(line) as FolderFile;
}

/** Returns the size and the SHA-256 of a file; null if it does not exist. */
export async function digestOf(path: string): Promise<Omit<FolderFile, "path"> | null> {
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** Returns whether a folder has a file with the listed content. */
export async function hasFile(folder: string, file: FolderFile): Promise<boolean> {
  const path = fileIn(folder, file.path);
  const stats = await stat(path).catch(() => null);
  return stats?.size === file.bytes && (await digestOf(path))?.sha256 === file.sha256;
}

/** Writes a file under another name, and renames it once it is complete and has the listed content. */
export async function writeFileOf(
  folder: string,
  path: string,
  content: ReadableStream<Uint8Array>,
  sha256: string | null,
): Promise<void> {
  const target = fileIn(folder, path);
  await mkdir(dirname(target), { recursive: true });
  await pipeline(Readable.fromWeb(content as never), createWriteStream(target + PARTIAL));
  const written = await digestOf(target + PARTIAL);
  if (sha256 !== null && written?.sha256 !== sha256) {
    await rm(target + PARTIAL, { force: true });
    throw new Error(`${path} arrived damaged. Run the command again.`);
  }
  const file = await open(target + PARTIAL, "r+");
  await file.sync();
  await file.close();
  await rename(target + PARTIAL, target);
}

/** Removes all files of an earlier export that are not listed. */
export async function removeOthers(folder: string, listed: ReadonlySet<string>, below = ""): Promise<void> {
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) await removeOthers(folder, listed, path);
    else if (!listed.has(path)) await rm(join(folder, path));
  }
}
