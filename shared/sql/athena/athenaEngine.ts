import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { AthenaClient, QueryExecution } from "@aws-sdk/client-athena";
import type { GlueClient } from "@aws-sdk/client-glue";
import type { S3Client } from "@aws-sdk/client-s3";
import { DomainError } from "#shared/domain/errors.ts";
import { type DuckdbEngine, duckdbEngine } from "#shared/sql/duckdb/duckdbEngine.ts";
import { OpenQueries } from "#shared/sql/duckdb/openQueries.ts";
import type { RunOptions, SqlEngine } from "../engine.ts";
import type { CompiledQuery, RelationFile } from "../relation.ts";
import { athenaRun } from "./athenaRun.ts";
import { type AthenaStatement, athenaStatement, unloadSql } from "./athenaStatement.ts";
import { AthenaTables, type TableHome } from "./athenaTables.ts";
import { cleanedUp } from "./cleanedUp.ts";
import { explainAthenaError, isTableMissing } from "./explainAthenaError.ts";
import { below, deleteBelow, download, listFiles, type S3Place, s3Uri } from "./s3Place.ts";

export interface AthenaOptions {
  athena: AthenaClient;
  glue: GlueClient;
  s3: S3Client;
  /** The bucket of the tables' files and of the lists of them. */
  bucket: string;
  /** Where results lie while they are read; what a lost function leaves must expire there. */
  output: S3Place;
  /** With its limit on what one query may scan. */
  workgroup: string;
  /** By the ids of the workspaces that have another. */
  workgroups?: Readonly<Record<string, string>>;
  catalog: string;
  /** A workspace's Glue database is named by this and its id. */
  databasePrefix: string;
  /** Where results are read and sorted. */
  scratchDirectory: string;
  /** For the computing in Athena. */
  timeoutMs?: number;
  /** How long throttled calls are repeated. */
  throttledMs?: number;
  /** Of a result, as compressed Parquet. */
  maxResultBytes?: number;
  /** How long a result waits for its reader: longer than the embedded engine lets it wait. */
  patienceMs?: number;
}

export interface AthenaRuntime {
  /** The engine for the queries of one workspace. */
  engineOf(workspaceId: string): SqlEngine;
  /** Waits until the queries that are under way have ended. No other may begin any more. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 240_000;
const MAX_RESULT_BYTES = 4 * 2 ** 30;
const MAX_CONCURRENT_DOWNLOADS = 4;
const PATIENCE_MS = 150_000;

/**
 * Computes queries with Athena. The embedded DuckDB checks a query's names and types beforehand, so that both engines refuse
 * it in the same words and answer with the same types, and turns the result, which Athena writes as Parquet, into Arrow.
 */
export function athenaRuntime(options: AthenaOptions): AthenaRuntime {
  const embedded = duckdbEngine({
    hold: async (path) => ({ path, release: async () => undefined }),
    temporaryDirectory: join(options.scratchDirectory, "sql"),
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

/** One run of one query, with a name of its own: what it leaves in S3 and on the disk is removed at its end. */
class QueryWork {
  readonly #parts: Parts;
  readonly #run = randomUUID();
  readonly #place: S3Place;
  readonly #folder: string;
  readonly #ended: () => void;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#ended = parts.queries.begin();
    this.#place = below(parts.options.output, `ws/${parts.workspaceId}/${this.#run}/`);
    this.#folder = join(parts.options.scratchDirectory, "results", this.#run);
  }

  async run(query: CompiledQuery, { compression, signal }: RunOptions): Promise<AsyncIterable<Uint8Array>> {
    const { embedded } = this.#parts;
    try {
      const statement = await athenaStatement(query, (typed) => embedded.resultColumns(typed));
      await this.#compute(statement, signal);
      const files = await this.#fetch(signal);
      const parts = await embedded.run(statement.reading(files), { compression, signal });
      return cleanedUp(parts, () => this.#cleanUp(), this.#parts.options.patienceMs ?? PATIENCE_MS);
    } catch (error) {
      await this.#cleanUp();
      throw error;
    }
  }

  /** Declares the query's tables and runs it; once more if a table was gone that had been known. */
  async #compute({ tables, sql }: AthenaStatement, signal: AbortSignal | undefined): Promise<void> {
    const { home } = this.#parts;
    for (let attempt = 1; ; attempt += 1) {
      const data = below(this.#place, `${attempt}/`);
      const text = unloadSql(sql, s3Uri(data));
      await this.#parts.tables.ensure(home, tables, signal);
      const execution = await this.#execute(text, `${this.#run}/${attempt}`, signal);
      if (execution.Status?.State === "SUCCEEDED") return;
      if (attempt > 1 || !isTableMissing(execution)) throw explainAthenaError(execution);
      this.#parts.tables.forget(home, tables);
    }
  }

  #execute(sql: string, run: string, signal: AbortSignal | undefined): Promise<QueryExecution> {
    const { options, home, workspaceId } = this.#parts;
    return athenaRun(options.athena, {
      sql,
      tenant: workspaceId,
      run,
      workgroup: options.workgroups?.[workspaceId] ?? options.workgroup,
      catalog: options.catalog,
      database: home.database,
      output: s3Uri(below(this.#place, "execution/")),
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
      throttledMs: options.throttledMs,
      signal,
    });
  }

  async #fetch(signal: AbortSignal | undefined): Promise<RelationFile[]> {
    const { s3, maxResultBytes = MAX_RESULT_BYTES } = this.#parts.options;
    const listed = await listFiles(s3, this.#place);
    const found = listed.filter(([{ key }]) => !key.startsWith(`${this.#place.key}execution/`));
    const bytes = found.reduce((sum, [, size]) => sum + size, 0);
    if (bytes > maxResultBytes) throw tooLarge(bytes, maxResultBytes);
    await mkdir(this.#folder, { recursive: true });
    const files = found.map(([place, size], index) => ({
      place,
      file: { key: join(this.#folder, `${index}.parquet`), rows: 0, bytes: size },
    }));
    const queue = [...files];
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        await download(s3, next.place, next.file.key, signal);
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT_DOWNLOADS }, work));
    return files.map(({ file }) => file);
  }

  /** What cannot be removed now expires. */
  async #cleanUp(): Promise<void> {
    await Promise.allSettled([
      deleteBelow(this.#parts.options.s3, this.#place),
      rm(this.#folder, { recursive: true, force: true }),
    ]);
    this.#ended();
  }
}

function tooLarge(bytes: number, most: number): DomainError {
  const size = (count: number): string => `${(count / 2 ** 20).toFixed(1)} MB`;
  return new DomainError(
    "malformed",
    "query_result_too_large",
    `The result has ${size(bytes)}, at most ${size(most)} are possible: read fewer columns or rows, or use LIMIT.`,
  );
}
