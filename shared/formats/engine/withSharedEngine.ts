import { randomUUID } from "node:crypto";
import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { FORMATS } from "../options/fileFormat.ts";
import type { Source } from "../source.ts";
import { type ConversionLimits, isUsable, MEMORY_LIMIT, withDuckDb } from "./convertWithDuckDb.ts";
import { keepDuckDb, returnKeptDuckDb, takeKeptDuckDb } from "./keptDuckDb.ts";

/** Maximum size, in bytes of text, of a file for which all passes share an engine instance. */
const MAX_SHARED_BYTES = 8 << 20;

/** Passes over the file of `source`, which write `target`. */
export type Passes<Result> = (source: Source, target: string, options: ConversionLimits) => Promise<Result>;

/**
 * Keeps an engine for small files open in this process, with a directory of its own inside `directory`. Returns a function that
 * ends this.
 */
export function keepSharedEngine(directory: string): () => Promise<void> {
  return keepDuckDb(directory, { memory_limit: MEMORY_LIMIT, threads: "1" });
}

/**
 * Calls `work` with limits that let all its passes over a small file share one engine instance, because opening one takes
 * longer than the passes. Calls it again without a shared instance if a fault made that instance unusable.
 */
export async function withSharedEngine<Result>(
  source: Source,
  columns: number,
  target: string,
  options: ConversionLimits,
  work: Passes<Result>,
): Promise<Result> {
  const { path, format } = source;
  const isSmall = statSync(path).size * FORMATS[format].expansion <= MAX_SHARED_BYTES;
  if (!isSmall || options.connection) return work(source, target, options);
  const outcome =
    (await withKeptEngine(source, columns, target, options, work)) ??
    (await withNewEngine(source, columns, target, options, work));
  if (outcome === "UNUSABLE") return work(source, target, options);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}

/** Outcome of the passes, unless a fault made the engine unusable. */
type Outcome<Result> = PromiseSettledResult<Result> | "UNUSABLE";

/**
 * Runs the passes in the engine that this process keeps open. It can only access its directory, so the file is linked into it,
 * and the result is moved out of it; both take less time than waiting for another thread. Returns undefined if there is no such
 * engine, or if the file is on another disk.
 */
async function withKeptEngine<Result>(
  source: Source,
  columns: number,
  target: string,
  options: ConversionLimits,
  work: Passes<Result>,
): Promise<Outcome<Result> | undefined> {
  const kept = (options.memoryLimit ?? MEMORY_LIMIT) === MEMORY_LIMIT ? await takeKeptDuckDb() : undefined;
  if (!kept) return undefined;
  const folder = join(kept.directory, randomUUID());
  const [path, written] = [join(folder, "file"), join(folder, "written")];
  let isReusable = false;
  try {
    if (!isLinked(source.path, path)) {
      isReusable = true;
      return undefined;
    }
    const limits = { ...options, threads: 1, temporaryDirectory: folder, connection: kept.connection };
    const outcome = await outcomeOf(columns, limits, () => work({ ...source, path }, written, limits));
    isReusable = outcome !== "UNUSABLE" && outcome.status === "fulfilled";
    if (isReusable) moveIfPresent(written, target);
    return outcome;
  } finally {
    returnKeptDuckDb(kept, isReusable && isRemoved(folder));
  }
}

async function withNewEngine<Result>(
  source: Source,
  columns: number,
  target: string,
  options: ConversionLimits,
  work: Passes<Result>,
): Promise<Outcome<Result>> {
  const scratch = await mkdtemp(join(options.temporaryDirectory ?? tmpdir(), "file-"));
  const limits = { ...options, threads: 1, temporaryDirectory: scratch };
  try {
    return await withDuckDb(
      [source.path, target],
      columns,
      limits,
      (connection) => {
        const shared = { ...limits, connection };
        return outcomeOf(columns, shared, () => work(source, target, shared));
      },
      [scratch],
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function outcomeOf<Result>(
  columns: number,
  limits: ConversionLimits,
  work: () => Promise<Result>,
): Promise<Outcome<Result>> {
  return withDuckDb([], columns, limits, async (connection) => {
    const [settled] = await Promise.allSettled([work()]);
    return (await isUsable(connection)) ? settled : "UNUSABLE";
  });
}

/** Links a file into a new folder, unless it is on another disk. */
function isLinked(path: string, to: string): boolean {
  try {
    mkdirSync(dirname(to));
    linkSync(path, to);
    return true;
  } catch {
    return false;
  }
}

function isRemoved(folder: string): boolean {
  try {
    rmSync(folder, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

/** Moves a file, which does not exist if the passes found problems. */
function moveIfPresent(from: string, to: string): void {
  if (!existsSync(from)) return;
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    copyFileSync(from, to);
  }
}
