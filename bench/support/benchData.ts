import { readdir, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** Error for missing measured data. Its message states where to get the data. */
export class MissingData extends Error {
  override readonly name = "MissingData";
}

/** Returns the path of a file with measured data. */
export function benchPath(path: string): string {
  return resolve(PROJECT, process.env.BENCH_DATA ?? ".data/bench", path);
}

/** Reads a file with measured data by its path under BENCH_DATA. */
export async function benchData(path: string): Promise<Buffer> {
  return orMissing(path, (filePath) => readFile(filePath));
}

/** Lists the names of the files in a folder under BENCH_DATA, in order. */
export async function benchFiles(path: string): Promise<string[]> {
  return (await orMissing(path, (filePath) => readdir(filePath))).sort();
}

async function orMissing<Found>(path: string, read: (filePath: string) => Promise<Found>): Promise<Found> {
  const filePath = benchPath(path);
  return read(filePath).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "ENOENT") throw cause;
    throw new MissingData(
      `${filePath} does not exist. bench/README.md describes how to get it; BENCH_DATA sets another folder.`,
    );
  });
}
