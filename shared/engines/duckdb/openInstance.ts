import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { DuckDBConnection, DuckDBPreparedStatement } from "@duckdb/node-api";
import { openDuckDb } from "@pdp/formats/ingest";
import { registerFunctions } from "./registerFunctions.ts";
import { idleClock, type QueryClock } from "./rowDeadline.ts";

export interface InstanceOptions {
  memoryLimit: string;
  threads: number;
  /**
   * Existing directory. Each instance spills into a separate subdirectory, because the file names of two instances would
   * conflict.
   */
  temporaryDirectory: string;
  /** Disk space limit per instance, such as "4GB". */
  temporaryLimit: string;
}

/** DuckDB instance for one query. */
export interface OpenInstance {
  connection: DuckDBConnection;
  /** Statement that fails if the current transaction has been aborted. */
  probe: DuckDBPreparedStatement;
  /** Time limit for registered functions: the limit of the query that calls them. */
  clock: QueryClock;
  /** Closes the instance; the connection must be idle. */
  close: () => void;
}

/** Starts an in-memory DuckDB. This takes longer than a small query, so it should be done in advance. */
export async function openInstance(options: InstanceOptions): Promise<OpenInstance> {
  // DuckDB creates the directory when it first spills.
  const ownDirectory = join(options.temporaryDirectory, randomUUID());
  const { instance, connection } = await openDuckDb({
    memory_limit: options.memoryLimit,
    threads: String(options.threads),
    temp_directory: ownDirectory,
    max_temp_directory_size: options.temporaryLimit,
  });
  // Maximum size of the chunks waiting to be read, excluding strings, which may be a hundred times larger.
  await connection.run("SET streaming_buffer_size = '50KB'");
  // As in Trino, rows can be sorted by a constant, which has no effect.
  await connection.run("SET order_by_non_integer_literal = true");
  // Without this setting, the progress of a query is unknown. Nothing is printed.
  await connection.run("SET enable_progress_bar = true; SET enable_progress_bar_print = false");
  const clock = idleClock();
  registerFunctions(connection, clock);
  const probe = await connection.prepare("SELECT 1");
  const close = (): void => {
    probe.destroySync();
    connection.closeSync();
    instance.closeSync();
    rmSync(ownDirectory, { recursive: true, force: true });
  };
  return { connection, probe, clock, close };
}
