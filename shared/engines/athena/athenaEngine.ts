import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { AthenaClient, QueryExecution } from "@aws-sdk/client-athena";
import type { S3Client } from "@aws-sdk/client-s3";
import { DomainError } from "@pdp/basics/errors";
import type { CompiledQuery, RelationFile } from "@pdp/trino/relations";
import { type DuckdbEngine, duckdbEngine } from "#shared/engines/duckdb/duckdbEngine.ts";
import { OpenQueries } from "#shared/engines/duckdb/openQueries.ts";
import { withFailingExpression } from "#shared/engines/failingExpression.ts";
import { costOfFiles } from "#shared/engines/filesRead.ts";
import type { RunOptions, SqlEngine } from "../engine.ts";
import { athenaRun } from "./athenaRun.ts";
import { type AthenaStatement, athenaStatement, unloadSql } from "./athenaStatement.ts";
import { AthenaTables, type TableHome } from "./athenaTables.ts";
import { explainAthenaError, isTableMissing } from "./explainAthenaError.ts";
import type { Glue } from "./glueClient.ts";
import { appendKey, deleteBelow, download, listFiles, type S3Place, s3Uri } from "./s3Place.ts";
import { isSmall, type SmallQueries } from "./smallQueries.ts";
import { withCleanup } from "./withCleanup.ts";

export interface AthenaOptions {
  athena: AthenaClient;
  glue: Glue;
  s3: S3Client;
  /** Bucket that contains the table files and the file lists. */
  bucket: string;
  /**
   * Prefix of results that are being read. The bucket needs a lifecycle rule that expires objects left there by terminated
   * functions.
   */
  output: S3Place;
  /** Default workgroup, which limits the number of bytes that one query may scan. */
  workgroup: string;
  /** Other workgroups, keyed by the id of the workspace that uses them. */
  workgroups?: Readonly<Record<string, string>>;
  catalog: string;
  /** Name prefix of a workspace's Glue database, followed by the workspace id. */
  databasePrefix: string;
  /** Queries that run without Athena. Defaults to none. */
  small?: SmallQueries | undefined;
  /** Directory used to read and sort results. */
  scratchDirectory: string;
  /** Limit on computing time in Athena, in milliseconds. */
  timeoutMs?: number;
  /** Maximum time to keep retrying throttled calls, in milliseconds. */
  throttledMs?: number;
  /** Maximum size of a result as compressed Parquet, in bytes. */
  maxResultBytes?: number;
  /** Maximum time that a result waits for its reader, in milliseconds; longer than for the embedded engine. */
  patienceMs?: number;
}

export interface AthenaRuntime {
  /** Returns the engine for the queries of one workspace. */
  engineOf(workspaceId: string): SqlEngine;
  /** Waits until all running queries have ended. No new query may be started. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 240_000;
const MAX_RESULT_BYTES = 4 * 2 ** 30;
const MAX_CONCURRENT_DOWNLOADS = 4;
const PATIENCE_MS = 150_000;

/**
 * Returns a runtime that computes queries with Athena, except those accepted by `small`. The embedded DuckDB checks the names
 * and types in a query first, so that both engines raise the same errors and return the same types. It also converts the
 * result from Parquet to the requested format.
 */
export function athenaRuntime(options: AthenaOptions): AthenaRuntime {
  const { small, scratchDirectory } = options;
  const embedded = duckdbEngine({
    // Result files are already on disk; table files are objects.
    hold: async (key) =>
      small === undefined || key.startsWith(scratchDirectory)
        ? { path: key, release: async () => undefined }
        : small.hold(key),
    temporaryDirectory: join(scratchDirectory, "sql"),
    ...(small?.timeoutMs !== undefined && { timeoutMs: small.timeoutMs }),
  });
  const tables = new AthenaTables(options);
  const queries = new OpenQueries();
  return {
    engineOf: (workspaceId) => {
      const home: TableHome = {
        database: `${options.databasePrefix}${workspaceId}`,
        lists: { bucket: options.bucket, key: `ws/${workspaceId}/sql/tables/` },
      };
      return {
        run: (query, runOptions) => {
          const work = new QueryWork({ options, embedded, tables, queries, home, workspaceId });
          return work.run(query, runOptions);
        },
        // Athena tables are file lists, and each condition would need a separate list.
        cost: (query) => (small && isSmall(query, small) ? embedded.cost(query) : costOfFiles(query)),
      };
    },
    async close() {
      await queries.ended();
      await embedded.close();
    },
  };
}

interface Parts {
  options: AthenaOptions;
  embedded: DuckdbEngine;
  tables: AthenaTables;
  queries: OpenQueries;
  home: TableHome;
  workspaceId: string;
}

/** One run of a query, with a unique id. Its files in S3 and on disk are removed at the end. */
class QueryWork {
  readonly #parts: Parts;
  readonly #run = randomUUID();
  readonly #place: S3Place;
  readonly #folder: string;
  readonly #ended: () => void;
  /** True if the run may have left objects in S3. */
  #isOnAthena = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#ended = parts.queries.begin();
    this.#place = appendKey(parts.options.output, `ws/${parts.workspaceId}/${this.#run}/`);
    this.#folder = join(parts.options.scratchDirectory, "results", this.#run);
  }

  async run(query: CompiledQuery, runOptions: RunOptions): Promise<AsyncIterable<Uint8Array>> {
    const { embedded, options } = this.#parts;
    const { signal } = runOptions;
    try {
      if (query.analyzed) throw analyzeUnavailable();
      if (readsRowsOnly(query)) return await this.#runEmbedded(query, runOptions);
      if (query.zone !== undefined) throw zoneUnavailable(query.zone);
      const statement = await athenaStatement(query, (typed) => embedded.resultColumns(typed));
      if (options.small && isSmall(query, options.small)) {
        // Rejects what Athena would reject, so that a query does not start failing when its tables grow.
        unloadSql(statement.sql, s3Uri(this.#place));
        return await this.#runEmbedded(query, runOptions);
      }
      this.#isOnAthena = true;
      await this.#compute(statement, runOptions);
      const files = await this.#fetch(signal);
      const parts = await embedded.run(statement.reading(files), { ...runOptions, onRead: undefined });
      return withCleanup(parts, () => this.#cleanUp(), options.patienceMs ?? PATIENCE_MS);
    } catch (error) {
      await this.#cleanUp();
      // The failed expression may be part of a view.
      throw query.views.length > 0 ? error : withFailingExpression(error, query.text);
    }
  }

  async #runEmbedded(query: CompiledQuery, runOptions: RunOptions): Promise<AsyncIterable<Uint8Array>> {
    const { embedded, options } = this.#parts;
    const rows = await embedded.run(query, runOptions);
    return withCleanup(rows, () => this.#cleanUp(), options.patienceMs ?? PATIENCE_MS);
  }

  /** Declares the query's tables and runs the query; retries once if a known table was dropped in the meantime. */
  async #compute({ tables, sql }: AthenaStatement, runOptions: RunOptions): Promise<void> {
    const { home } = this.#parts;
    const { signal } = runOptions;
    for (let attempt = 1; ; attempt += 1) {
      const data = appendKey(this.#place, `${attempt}/`);
      const text = unloadSql(sql, s3Uri(data));
      await this.#parts.tables.ensure(home, tables, signal);
      const execution = await this.#execute(text, `${this.#run}/${attempt}`, runOptions);
      if (execution.Status?.State === "SUCCEEDED") return;
      if (attempt > 1 || !isTableMissing(execution)) throw explainAthenaError(execution);
      this.#parts.tables.forget(home, tables);
    }
  }

  #execute(sql: string, run: string, { signal, timeoutMs, onRead }: RunOptions): Promise<QueryExecution> {
    const { options, home, workspaceId } = this.#parts;
    return athenaRun(options.athena, {
      sql,
      tenant: workspaceId,
      run,
      workgroup: options.workgroups?.[workspaceId] ?? options.workgroup,
      catalog: options.catalog,
      database: home.database,
      output: s3Uri(appendKey(this.#place, "execution/")),
      timeoutMs: timeoutMs ?? options.timeoutMs ?? TIMEOUT_MS,
      onRead,
      throttledMs: options.throttledMs,
      signal,
    });
  }

  async #fetch(signal: AbortSignal | undefined): Promise<RelationFile[]> {
    const { s3, maxResultBytes = MAX_RESULT_BYTES } = this.#parts.options;
    const listed = await listFiles(s3, this.#place);
    const resultFiles = listed.filter(([{ key }]) => !key.startsWith(`${this.#place.key}execution/`));
    const bytes = resultFiles.reduce((sum, [, size]) => sum + size, 0);
    if (bytes > maxResultBytes) throw scanTooLarge(bytes, maxResultBytes);
    await mkdir(this.#folder, { recursive: true });
    const files = resultFiles.map(([location, size], index) => ({
      location,
      file: { key: join(this.#folder, `${index}.parquet`), rows: 0, bytes: size },
    }));
    const queue = [...files];
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        await download(s3, next.location, next.file.key, signal);
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT_DOWNLOADS }, work));
    return files.map(({ file }) => file);
  }

  /** Removes the files of the run; any files that cannot be removed now will expire. */
  async #cleanUp(): Promise<void> {
    if (this.#isOnAthena) {
      await Promise.allSettled([
        deleteBelow(this.#parts.options.s3, this.#place),
        rm(this.#folder, { recursive: true, force: true }),
      ]);
    }
    this.#ended();
  }
}

/** Tells whether a query reads tables but no files, in which case Athena would only add seconds. */
function readsRowsOnly({ relations }: CompiledQuery): boolean {
  return relations.length > 0 && relations.every(({ rows }) => rows !== undefined);
}

function scanTooLarge(bytes: number, maxBytes: number): DomainError {
  const size = (count: number): string => `${(count / 2 ** 20).toFixed(1)} MB`;
  return new DomainError(
    "malformed",
    "query_result_too_large",
    `The result has ${size(bytes)}, but at most ${size(maxBytes)} are allowed. Read fewer columns or rows, or use LIMIT.`,
  );
}

function zoneUnavailable(zone: string): DomainError {
  return new DomainError(
    "malformed",
    "invalid_sql",
    `This query depends on the time zone of your session, ${zone}, but the engine of this deployment uses UTC. Write times with a zone or AT TIME ZONE, or SET TIME ZONE 'UTC'.`,
  );
}

function analyzeUnavailable(): DomainError {
  return new DomainError(
    "malformed",
    "statement_not_allowed",
    "EXPLAIN ANALYZE is not available in this deployment. Use EXPLAIN, or run the query itself.",
  );
}
