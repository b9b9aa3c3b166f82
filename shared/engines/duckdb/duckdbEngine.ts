import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { DuckDBConnection, DuckDBResult } from "@duckdb/node-api";
import { lockDown } from "#shared/duckdb/openDuckDb.ts";
import type { RunOptions, SqlEngine } from "#shared/engines/engine.ts";
import { costOfFiles, withoutUnreadFiles } from "#shared/engines/filesRead.ts";
import type { LeasedFile } from "#shared/lake/fileCache.ts";
import { MAX_QUERY_MEMORY } from "#shared/trino/queryLimits.ts";
import type { ExecutableQuery } from "#shared/trino/relation.ts";
import { describeColumns } from "./describeColumns.ts";
import { explainError } from "./explainError.ts";
import { InstancePool } from "./instancePool.ts";
import { LeasedFiles } from "./leasedFiles.ts";
import { OpenQueries } from "./openQueries.ts";
import { isWrittenFirst, resultParts } from "./output/resultParts.ts";
import { QueryRun } from "./queryRun.ts";
import { executableSql } from "./relationSql.ts";
import { resultReader } from "./resultReader.ts";
import { narrowSql, type ResultColumn, resultColumns } from "./resultTypes.ts";
import { Slots } from "./semaphore.ts";
import { watchProgress } from "./watchProgress.ts";

export interface DuckdbEngineOptions {
  /** Returns the local file of an object, leased until the query releases it. */
  hold: (key: string) => Promise<LeasedFile>;
  /** Directory for sorts and joins that exceed the memory. Created if it is missing. */
  temporaryDirectory: string;
  /** Memory of one query, such as "256MB". */
  memoryLimit?: string;
  /** Disk space of one query, such as "4GB". */
  temporaryLimit?: string;
  /** Number of threads of one query. */
  threads?: number;
  /** Limit of computing time in milliseconds; the time that the reader of the result takes is not counted. */
  timeoutMs?: number;
  /** Time that a result waits for its reader before it is cancelled, in milliseconds. */
  patienceMs?: number;
  maxConcurrent?: number;
  /** Number of instances that are kept ready. */
  warm?: number;
}

export interface DuckdbEngine extends SqlEngine {
  run(query: ExecutableQuery, options: RunOptions): Promise<AsyncIterable<Uint8Array>>;
  /**
   * Returns the columns of the result with DuckDB's types, including those that Trino does not have, without running
   * the query.
   */
  resultColumns(query: ExecutableQuery): Promise<ResultColumn[]>;
  /** Waits until all running queries have ended, and closes the instances. No further query may start. */
  close(): Promise<void>;
}

const DEFAULTS = {
  memoryLimit: MAX_QUERY_MEMORY,
  temporaryLimit: "4GB",
  timeoutMs: 60_000,
  patienceMs: 120_000,
  maxConcurrent: 4,
  warm: 2,
};
const MAX_THREADS = 4;

/**
 * Returns an engine that runs queries with the embedded DuckDB, in locked-down instances that can read only the query's
 * files.
 */
export function duckdbEngine(options: DuckdbEngineOptions): DuckdbEngine {
  const settings = { ...DEFAULTS, threads: Math.min(MAX_THREADS, availableParallelism()), ...options };
  const pool = new InstancePool(settings, settings.warm);
  const slots = new Slots(settings.maxConcurrent);
  const queries = new OpenQueries();
  let prepared: Promise<unknown> | undefined;

  const open = async (
    query: ExecutableQuery,
    readsFiles: boolean,
    signal?: AbortSignal,
    writesFile = false,
    timeoutMs = settings.timeoutMs,
  ): Promise<Opened> => {
    const ended = queries.begin();
    let giveBack: (() => void) | undefined;
    const files = new LeasedFiles(settings.hold);
    const release = async (): Promise<void> => {
      await files.release();
      if (giveBack) {
        giveBack();
        pool.fill();
      }
      ended();
    };
    try {
      giveBack = await slots.acquire(signal);
      prepared ??= mkdir(settings.temporaryDirectory, { recursive: true });
      await prepared;
      if (readsFiles) await files.hold(keysOf(query));
      const { paths } = files;
      const output = join(settings.temporaryDirectory, `${randomUUID()}.output`);
      const place = JSON.stringify([...paths.values()].sort());
      const isShared = readsFiles && !writesFile;
      const locked = isShared ? pool.takeLocked(place) : undefined;
      const run = new QueryRun(locked ?? (await pool.take()), timeoutMs, signal);
      let stopWatching = (): void => undefined;
      const close = async (isWhole = false): Promise<void> => {
        stopWatching();
        await run.close(isWhole && isShared ? (instance) => pool.keep(place, instance) : undefined);
        if (writesFile) await rm(output, { force: true });
        await release();
      };
      // Also for a result that is no longer read.
      signal?.addEventListener("abort", () => void close(), { once: true });
      const onClose = (stop: () => void): void => {
        stopWatching = stop;
      };
      return { run, paths, output, isLocked: locked !== undefined, close, onClose };
    } catch (error) {
      await release();
      throw error;
    }
  };

  const described = async (query: ExecutableQuery): Promise<ResultColumn[]> => {
    const opened = await open(query, false);
    try {
      return await describeColumns(opened.run, query);
    } catch (error) {
      throw explainError(error, settings.memoryLimit, query);
    } finally {
      await opened.close();
    }
  };

  return {
    async run(whole, runOptions) {
      const query = withoutUnreadFiles(whole);
      const { format, signal, timeoutMs, onRead } = runOptions;
      const opened = await open(query, true, signal, isWrittenFirst(format), timeoutMs);
      if (onRead) {
        const { bytes_read: total } = costOfFiles(query);
        opened.onClose(watchProgress(opened.run.connection, total, onRead));
      }
      try {
        const parts = await start(opened, query, runOptions);
        return await resultReader(parts, opened, { ...settings, query });
      } catch (error) {
        await opened.close();
        throw explainError(error, settings.memoryLimit, query);
      }
    },
    cost: (query) => costOfFiles(withoutUnreadFiles(query)),
    resultColumns: described,
    async close() {
      await queries.ended();
      await pool.close();
    },
  };
}

interface Opened {
  run: QueryRun;
  /** Local paths by object key. */
  paths: ReadonlyMap<string, string>;
  /** Path of a file that the query may write, if it needs one; it is removed at its end. */
  output: string;
  isLocked: boolean;
  close: (isWhole?: boolean) => Promise<void>;
  /** Sets what is called when the query is closed. */
  onClose: (stop: () => void) => void;
}

function keysOf({ relations }: ExecutableQuery): string[] {
  return [...new Set(relations.flatMap(({ files }) => files.map(({ key }) => key)))];
}

async function start(
  { run, paths, output, isLocked }: Opened,
  query: ExecutableQuery,
  options: RunOptions,
): Promise<AsyncGenerator<Uint8Array>> {
  const { connection } = run;
  const pathsOf = (relation: ExecutableQuery["relations"][number]): string[] =>
    relation.files.map(({ key }) => paths.get(key) as string);
  const sql = executableSql(query.sql, query.relations, pathsOf);
  return run.step(async () => {
    const written = isWrittenFirst(options.format) ? [output] : [];
    if (!isLocked) await lockDown(connection, [...paths.values(), ...written]);
    // A reused instance is still in the transaction of its last query.
    await connection.run(isLocked ? "COMMIT; BEGIN TRANSACTION" : "BEGIN TRANSACTION");
    const columns = resultColumns(await connection.prepare(sql));
    const narrowed = narrowSql(sql, columns);
    const stream = async (text: string): Promise<DuckDBResult> => {
      const result = await (await connection.prepare(text)).stream();
      return run.watch(result, () => requireWholeResult(connection, text));
    };
    const shown = narrowed === undefined ? columns : resultColumns(await connection.prepare(narrowed));
    return resultParts({ connection, sql: narrowed ?? sql, columns: shown, stream, path: output }, options);
  });
}

/**
 * Throws if a streamed result is incomplete: one that fails midway looks to its reader as if it had ended, and only the
 * transaction knows. The query is run once more, not streamed, to get the reason.
 */
async function requireWholeResult(connection: DuckDBConnection, sql: string): Promise<void> {
  try {
    await connection.run("SELECT 1");
  } catch {
    await connection.run("ROLLBACK");
    await connection.run(sql);
    throw new Error("A query failed while its result was read, and did not fail again");
  }
}
