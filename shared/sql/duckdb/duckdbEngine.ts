import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { LeasedFile } from "#shared/lake/fileCache.ts";
import { arrowStream } from "#shared/lake/formats/arrow/arrowStream.ts";
import type { RunOptions, SqlEngine } from "#shared/sql/engine.ts";
import { MAX_QUERY_MEMORY } from "#shared/sql/queryLimits.ts";
import type { ExecutableQuery } from "#shared/sql/relation.ts";
import { describedColumns } from "./describeColumns.ts";
import { explainError } from "./explainError.ts";
import { InstancePool } from "./instancePool.ts";
import { LeasedFiles } from "./leasedFiles.ts";
import { lockInstance } from "./lockedInstance.ts";
import { OpenQueries } from "./openQueries.ts";
import { QueryRun } from "./queryRun.ts";
import { executableSql } from "./relationSql.ts";
import { resultReader } from "./resultReader.ts";
import { narrowedSql, type ResultColumn, resultColumns } from "./resultTypes.ts";
import { Slots } from "./semaphore.ts";

export interface DuckdbEngineOptions {
  /** The local file of an object, which stays there until the query releases it. */
  hold: (key: string) => Promise<LeasedFile>;
  /** Where sorts and joins that exceed the memory go on. Created if it is missing. */
  temporaryDirectory: string;
  /** For one query, such as "256MB". */
  memoryLimit?: string;
  /** On the disk, for one query, such as "4GB". */
  temporaryLimit?: string;
  /** For one query. */
  threads?: number;
  /** Of computing: the time that the reader of the result takes is not counted. */
  timeoutMs?: number;
  /** How long a result waits for its reader before it is given up. */
  patienceMs?: number;
  maxConcurrent?: number;
  /** Instances that are kept ready. */
  warm?: number;
}

export interface DuckdbEngine extends SqlEngine {
  run(query: ExecutableQuery, options: RunOptions): Promise<AsyncIterable<Uint8Array>>;
  /** The columns of the result with DuckDB's types, as yet with those that Trino does not have, without running the query. */
  resultColumns(query: ExecutableQuery): Promise<ResultColumn[]>;
  /** Waits until the queries that are under way have ended, and closes the instances. No other may begin any more. */
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

/** Runs queries with the embedded DuckDB, in sealed environments that read the query's files and nothing else. */
export function duckdbEngine(options: DuckdbEngineOptions): DuckdbEngine {
  const settings = { ...DEFAULTS, threads: Math.min(MAX_THREADS, availableParallelism()), ...options };
  const pool = new InstancePool(settings, settings.warm);
  const slots = new Slots(settings.maxConcurrent);
  const queries = new OpenQueries();
  let prepared: Promise<unknown> | undefined;

  const open = async (query: ExecutableQuery, readsFiles: boolean, signal?: AbortSignal): Promise<Opened> => {
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
      const place = JSON.stringify([...paths.values()].sort());
      const sealed = readsFiles ? pool.takeLocked(place) : undefined;
      const run = new QueryRun(sealed ?? (await pool.take()), settings.timeoutMs, signal);
      const close = async (isWhole = false): Promise<void> => {
        await run.close(isWhole && readsFiles ? (instance) => pool.keep(place, instance) : undefined);
        await release();
      };
      // Also for a result that nobody reads any more.
      signal?.addEventListener("abort", () => void close(), { once: true });
      return { run, paths, isLocked: sealed !== undefined, close };
    } catch (error) {
      await release();
      throw error;
    }
  };

  const described = async (query: ExecutableQuery): Promise<ResultColumn[]> => {
    const opened = await open(query, false);
    try {
      return await describedColumns(opened.run, query);
    } catch (error) {
      throw explainError(error, settings.memoryLimit, query.text);
    } finally {
      await opened.close();
    }
  };

  return {
    async run(query, runOptions) {
      const opened = await open(query, true, runOptions.signal);
      try {
        const parts = await start(opened, query, runOptions);
        return await resultReader(parts, opened, { ...settings, text: query.text });
      } catch (error) {
        await opened.close();
        throw explainError(error, settings.memoryLimit, query.text);
      }
    },
    resultColumns: described,
    async close() {
      await queries.ended();
      await pool.close();
    },
  };
}

interface Opened {
  run: QueryRun;
  /** By key. */
  paths: ReadonlyMap<string, string>;
  isLocked: boolean;
  close: (isWhole?: boolean) => Promise<void>;
}

function keysOf({ relations }: ExecutableQuery): string[] {
  return [...new Set(relations.flatMap(({ files }) => files.map(({ key }) => key)))];
}

async function start(
  { run, paths, isLocked }: Opened,
  query: ExecutableQuery,
  { compression }: RunOptions,
): Promise<AsyncGenerator<Uint8Array>> {
  const { connection } = run;
  const pathsOf = (relation: ExecutableQuery["relations"][number]): string[] =>
    relation.files.map(({ key }) => paths.get(key) as string);
  const sql = executableSql(query.sql, query.relations, pathsOf);
  return run.step(async () => {
    if (!isLocked) await lockInstance(connection, [...paths.values()]);
    // An instance that served a query before is still in that one's transaction.
    await connection.run(isLocked ? "COMMIT; BEGIN TRANSACTION" : "BEGIN TRANSACTION");
    let statement = await connection.prepare(sql);
    const narrowed = narrowedSql(sql, resultColumns(statement));
    if (narrowed !== undefined) statement = await connection.prepare(narrowed);
    const result = await statement.stream();
    return arrowStream(
      run.watch(result, () => requireWholeResult(connection, narrowed ?? sql)),
      { compression },
    );
  });
}

/**
 * A streamed result that fails midway looks to its reader like one that has ended: only the transaction knows. The reason is
 * had by running the query once more, not streamed.
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
