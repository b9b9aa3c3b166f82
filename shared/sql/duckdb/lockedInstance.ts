import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { literal } from "#shared/sql/sqlText.ts";

export interface InstanceOptions {
  memoryLimit: string;
  threads: number;
  /** An existing folder. Each instance spills into a folder of its own below it: files of two would have the same names. */
  temporaryDirectory: string;
  /** For one instance, such as "4GB". */
  temporaryLimit: string;
}

/** An environment for one query. */
export interface OpenInstance {
  connection: DuckDBConnection;
  /** Nothing may run on the connection any more. */
  close: () => void;
}

/** Starts DuckDB, in memory. This takes longer than a small query: do it before there is one. */
export async function openInstance(options: InstanceOptions): Promise<OpenInstance> {
  // DuckDB makes it when it first spills.
  const ownDirectory = join(options.temporaryDirectory, randomUUID());
  const instance = await DuckDBInstance.create(":memory:", {
    memory_limit: options.memoryLimit,
    threads: String(options.threads),
    temp_directory: ownDirectory,
    max_temp_directory_size: options.temporaryLimit,
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    enable_external_file_cache: "false",
  });
  const connection = await instance.connect();
  // The chunks that wait for their reader; their texts, which may be a hundred times larger, are not counted.
  await connection.run("SET TimeZone = 'UTC'; SET streaming_buffer_size = '50KB'");
  const close = (): void => {
    connection.closeSync();
    instance.closeSync();
    rmSync(ownDirectory, { recursive: true, force: true });
  };
  return { connection, close };
}

/** From here on the environment reads these files and nothing else, and no setting can be changed. */
export async function lockInstance(connection: DuckDBConnection, paths: readonly string[]): Promise<void> {
  await connection.run(
    `SET allowed_paths = [${paths.map(literal).join(", ")}]; SET enable_external_access = false; SET lock_configuration = true`,
  );
}
