import { readdir, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** Error for missing measured data that says where to get it. */
export class MissingData extends Error {
  override readonly name = "MissingData";
}

/** Returns the place of a file with measured data. */
export function benchPath(path: string): string {
  return resolve(PROJECT, process.env.BENCH_DATA ?? ".data/bench", path);
}

/** Reads a file with measured data by its path under BENCH_DATA. */
export async function benchData(path: string): Promise<Buffer> {
  return orMissing(path, (place) => readFile(place));
}

/** Lists the names of the files in a folder under BENCH_DATA, in order. */
export async function benchFiles(path: string): Promise<string[]> {
  return (await orMissing(path, (place) => readdir(place))).sort();
}

async function orMissing<Found>(path: string, read: (place: string) => Promise<Found>): Promise<Found> {
  const place = benchPath(path);
  return read(place).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "ENOENT") throw cause;
    throw new MissingData(
      `There is no ${place}: bench/README.md says where to get it, and BENCH_DATA can name another folder.`,
    );
  });
}
