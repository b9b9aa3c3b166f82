import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FORMATS } from "../options/fileFormat.ts";
import type { Source } from "../source.ts";
import { type ConversionLimits, isUsable, withDuckDb } from "./convertWithDuckDb.ts";

/** Maximum size, in bytes of text, of a file for which all passes share an engine instance. */
const MAX_SHARED_BYTES = 8 << 20;

/**
 * Calls `work` with limits that let all its passes over a small file share one engine instance, because opening one takes
 * longer than the passes. Calls it again without a shared instance if a fault made that instance unusable.
 */
export async function withSharedEngine<Result>(
  { path, format }: Source,
  columns: number,
  target: string,
  options: ConversionLimits,
  work: (options: ConversionLimits) => Promise<Result>,
): Promise<Result> {
  const isSmall = (await stat(path)).size * FORMATS[format].expansion <= MAX_SHARED_BYTES;
  if (!isSmall || options.connection) return work(options);
  const scratch = await mkdtemp(join(options.temporaryDirectory ?? tmpdir(), "file-"));
  const limits = { ...options, threads: 1, temporaryDirectory: scratch };
  try {
    const [outcome] = await withDuckDb(
      [path, target],
      columns,
      limits,
      async (connection) => {
        const settled = await Promise.allSettled([work({ ...limits, connection })]);
        return (await isUsable(connection)) ? settled : [undefined];
      },
      [scratch],
    );
    if (outcome?.status === "rejected") throw outcome.reason;
    return outcome ? outcome.value : await work(options);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
