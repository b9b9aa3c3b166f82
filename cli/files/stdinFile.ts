import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { UsageError } from "../errors.ts";

/** Argument that stands for a file on standard input. */
const STDIN = "-";
/** Name of the file in reports and in the load. Its format is recognized by its content. */
const NAME = "stdin";

/**
 * Calls `work` with paths, where `-` is replaced by a temporary file with the content of standard input. The file is removed
 * afterward. Throws UsageError if several paths are `-`, or if nothing is piped into the program.
 */
export async function withStdinFile<Result>(
  paths: readonly string[],
  signal: AbortSignal,
  work: (paths: string[]) => Promise<Result>,
): Promise<Result> {
  const count = paths.filter((path) => path === STDIN).length;
  if (count === 0) return work([...paths]);
  if (count > 1) throw new UsageError("Standard input is a single file: specify - only once.");
  if (process.stdin.isTTY) throw new UsageError("- reads a file from standard input: cat FILE | pdp … -");
  const folder = await mkdtemp(join(tmpdir(), "pdp-"));
  try {
    const path = join(folder, NAME);
    await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }), { signal });
    return await work(paths.map((stated) => (stated === STDIN ? path : stated)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
