import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from "@duckdb/node-api";
import { lockDown } from "@pdp/formats/ingest";
import { MAX_QUERY_MEMORY } from "@pdp/trino/errors";
import type { ExecutableQuery } from "@pdp/trino/relations";
import type { RunOptions, SqlEngine } from "#shared/engines/engine.ts";
import { costOfFiles, withoutUnreadFiles } from "#shared/engines/filesRead.ts";
import type { LeasedFile } from "#shared/objects/fileCache.ts";
import { processFolder, processFolderPath } from "#shared/objects/processFolder.ts";
import { analyzedPlanSql } from "./analyzedPlan.ts";
import { describeColumns } from "./describeColumns.ts";
import { explainError } from "./explainError.ts";
import { InstancePool, type LockedInstance } from "./instancePool.ts";
import { LeasedFiles } from "./leasedFiles.ts";
import { linkFiles } from "./linkedFiles.ts";
import { type OpenInstance, openInstance } from "./openInstance.ts";
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
  /**
   * Directory for sorts and joins that do not fit in memory, and for links to query files. Created if it is missing. Files
   * left there by terminated processes are removed.
   */
  temporaryDirectory: string;
  /** Memory limit per query, such as "256MB". */
  memoryLimit?: string;
  /** Disk space limit per query, such as "4GB". */
  temporaryLimit?: string;
  /** Number of threads per query. */
  threads?: number;
  /** Limit on computing time in milliseconds, excluding time spent by the reader of the result. */
  timeoutMs?: number;
  /** Maximum time that a result waits for its reader before it is canceled, in milliseconds. */
  patienceMs?: number;
  maxConcurrent?: number;
  /** Number of instances kept ready. */
  warm?: number;
}

export interface DuckdbEngine extends SqlEngine {
  run(query: ExecutableQuery, options: RunOptions): Promise<AsyncIterable<Uint8Array>>;
  /**
   * Returns the columns of the result with DuckDB's types, including types that Trino does not have, without running the
   * query.
   */
  resultColumns(query: ExecutableQuery): Promise<ResultColumn[]>;
  /** Waits until all running queries have ended, and closes the instances. No new query may be started. */
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
 * Returns an engine that runs queries with the embedded DuckDB, in locked-down instances that can only read the query's files.
 */
export function duckdbEngine(options: DuckdbEngineOptions): DuckdbEngine {
  const settings = {
    ...DEFAULTS,
    threads: Math.min(MAX_THREADS, availableParallelism()),
    ...options,
    temporaryDirectory: processFolderPath(options.temporaryDirectory),
  };
  const pool = new InstancePool(settings, settings.warm);
  const slots = new Slots(settings.maxConcurrent);
  const queries = new OpenQueries();
  let prepared: Promise<unknown> | undefined;

  /** Acquires an instance that can read the files of a query and write its output. */
  const instanceFor = async (
    query: ExecutableQuery,
    files: ReadonlyMap<string, string>,
  ): Promise<Pick<Opened, "instance" | "paths" | "output" | "keep"> & { clean: () => void }> => {
    const name = `${randomUUID()}.output`;
    const locked = await pool.take(ownerOf(query));
    const linked = linkFiles(files, locked.directory);
    if (linked) {
      const output = join(locked.directory, name);
      const keep = (): void => pool.keep(locked);
      return { instance: locked, paths: linked.paths, output, keep, clean: linked.remove };
    }
    pool.keep(locked);
    const output = join(settings.temporaryDirectory, name);
    const instance = await openInstance(settings);
    try {
      await lockDown(instance.connection, [...files.values(), output]);
    } catch (error) {
      instance.close();
      throw error;
    }
    return { instance, paths: files, output, keep: undefined, clean: () => undefined };
  };

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
      prepared ??= processFolder(options.temporaryDirectory);
      await prepared;
      if (readsFiles) await files.hold(keysOf(query));
      const { instance, paths, output, keep, clean } = await instanceFor(query, files.paths);
      const run = new QueryRun(instance, timeoutMs, signal);
      let stopWatching = (): void => undefined;
      const close = async (isWhole = false): Promise<void> => {
        stopWatching();
        // Runs before the instance may serve the next query.
        await run.close(isWhole ? keep : undefined, async () => {
          clean();
          if (writesFile) await rm(output, { force: true });
        });
        await release();
      };
      // This also stops results that are no longer being read.
      signal?.addEventListener("abort", () => void close(), { once: true });
      const onClose = (stop: () => void): void => {
        stopWatching = stop;
      };
      return { run, instance, paths, output, keep, close, onClose };
    } catch (error) {
      await release();
      throw error;
    }
  };

  const described = async (query: ExecutableQuery): Promise<ResultColumn[]> => {
    const opened = await open(query, false);
    try {
      const columns = await describeColumns(opened.run, query);
      await opened.close(true);
      return columns;
    } catch (error) {
      await opened.close();
      throw explainError(error, settings.memoryLimit, query);
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
  instance: OpenInstance | LockedInstance;
  /** Local paths by object key. */
  paths: ReadonlyMap<string, string>;
  /** Path of a file that the query may write, if it needs one; the file is removed when the query ends. */
  output: string;
  /** Returns the instance to the pool; undefined for an instance used by this query only. */
  keep: (() => void) | undefined;
  close: (isWhole?: boolean) => Promise<void>;
  /** Sets the function to call when the query is closed. */
  onClose: (stop: () => void) => void;
}

/** Returns the workspace of a query's files, which is the first part of their keys; undefined for a query without files. */
function ownerOf(query: ExecutableQuery): string | undefined {
  return keysOf(query)[0]?.split("/", 2).join("/");
}

function keysOf({ relations }: ExecutableQuery): string[] {
  return [...new Set(relations.flatMap(({ files }) => files.map(({ key }) => key)))];
}

async function start(
  { run, instance, paths, output }: Opened,
  query: ExecutableQuery,
  options: RunOptions,
): Promise<AsyncGenerator<Uint8Array>> {
  const { connection } = run;
  const pathsOf = (relation: ExecutableQuery["relations"][number]): string[] =>
    relation.files.map(({ key }) => paths.get(key) as string);
  const written = executableSql(query.sql, query.relations, pathsOf);
  return run.step(async () => {
    const begun = beginTransaction(instance);
    const { analyzed } = query;
    const sql = analyzed ? await begun.then(() => analyzedPlanSql(connection, written, analyzed)) : written;
    let statement = await prepareMeanwhile(connection, sql, begun);
    let shown = sql;
    const narrowed = narrowSql(sql, resultColumns(statement));
    if (narrowed !== undefined) {
      statement = await connection.prepare(narrowed);
      shown = narrowed;
    }
    const stream = async (text: string): Promise<DuckDBResult> => {
      const result = await (text === shown ? statement : await connection.prepare(text)).stream();
      return run.watch(result, () => requireWholeResult(instance, text));
    };
    const columns = resultColumns(statement);
    return resultParts({ connection, sql: shown, columns, stream, path: output }, options);
  });
}

function beginTransaction(instance: Opened["instance"]): Promise<unknown> {
  // A used instance is still in the transaction of its last query.
  const isUsed = "hasTransaction" in instance && instance.hasTransaction;
  if ("hasTransaction" in instance) instance.hasTransaction = true;
  return instance.connection.run(isUsed ? "COMMIT; BEGIN TRANSACTION" : "BEGIN TRANSACTION");
}

/** Prepares a statement while its transaction begins. */
async function prepareMeanwhile(
  connection: DuckDBConnection,
  sql: string,
  begun: Promise<unknown>,
): Promise<DuckDBPreparedStatement> {
  const [statement] = await Promise.allSettled([connection.prepare(sql), begun]);
  await begun;
  if (statement.status === "rejected") throw statement.reason;
  return statement.value;
}

/**
 * Throws if a streamed result is incomplete. A result that fails partway looks complete to its reader; only the transaction
 * reveals the failure. The query is then run once more, unstreamed, to get the reason.
 */
async function requireWholeResult({ connection, probe }: OpenInstance, sql: string): Promise<void> {
  try {
    await probe.run();
  } catch {
    await connection.run("ROLLBACK");
    await connection.run(sql);
    throw new Error("A query failed while its result was being read, but succeeded when it was run again");
  }
}
