import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { literal } from "#shared/sql/sqlText.ts";

export interface InstanceOptions {
  memoryLimit: string;
  threads: number;
  /** Existing directory. Each instance spills into its own subdirectory, since the file names of two would conflict. */
  temporaryDirectory: string;
  /** Disk space of one instance, such as "4GB". */
  temporaryLimit: string;
}

/** DuckDB instance for one query. */
export interface OpenInstance {
  connection: DuckDBConnection;
  /** Closes the instance; nothing may run on the connection any more. */
  close: () => void;
}

/** Starts an in-memory DuckDB. This takes longer than a small query, so do it in advance. */
export async function openInstance(options: InstanceOptions): Promise<OpenInstance> {
  // DuckDB creates it when it first spills.
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
  // Size of the chunks that wait for their reader, without their texts, which may be a hundred times larger.
  await connection.run("SET TimeZone = 'UTC'; SET streaming_buffer_size = '50KB'");
  const close = (): void => {
    connection.closeSync();
    instance.closeSync();
    rmSync(ownDirectory, { recursive: true, force: true });
  };
  return { connection, close };
}

/** Locks an instance down: it can then read only these files, and its settings cannot be changed. */
export async function lockInstance(connection: DuckDBConnection, paths: readonly string[]): Promise<void> {
  await connection.run(
    `SET allowed_paths = [${paths.map(literal).join(", ")}]; SET enable_external_access = false; SET lock_configuration = true`,
  );
}
