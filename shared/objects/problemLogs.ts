import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { ProblemLog } from "@pdp/formats/files";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { openObject, putFile } from "./objects.ts";
import { processFolder } from "./processFolder.ts";

/**
 * Calls `use` with a problem log for each of `count` files, and stores the logs as one object, in file order, if there were
 * any problems.
 */
export async function withProblemLogs<T>(
  scope: WorkspaceScope,
  key: string,
  count: number,
  use: (logs: ProblemLog[]) => Promise<T>,
): Promise<T> {
  const base = join(await processFolder(scope.settings.scratchDirectory), randomUUID());
  const logs = Array.from({ length: count }, (_, index) => new ProblemLog(`${base}-${index}.csv.gz`));
  try {
    const result = await use(logs);
    for (const log of logs) log.close();
    const [first, ...others] = logs.filter((log) => log.count > 0);
    if (!first) return result;
    for (const { path } of others) {
      await pipeline(createReadStream(path), createWriteStream(first.path, { flags: "a" }));
    }
    await putFile(scope, key, first.path);
    return result;
  } finally {
    for (const log of logs) {
      log.close();
      if (log.count > 0) await rm(log.path, { force: true });
    }
  }
}

/** Opens a stored log: CSV rows without a header. */
export async function openProblemLog(scope: WorkspaceScope, key: string): Promise<Readable> {
  const stored = await openObject(scope, key);
  const rows = createGunzip();
  stored.on("error", (error) => rows.destroy(error));
  rows.on("close", () => stored.destroy());
  return stored.pipe(rows);
}
