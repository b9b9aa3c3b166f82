import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { literal } from "./quoting.ts";

export interface OpenDuckDb {
  instance: DuckDBInstance;
  connection: DuckDBConnection;
}

/** Settings of every instance: nothing is loaded from elsewhere, and no file of one query is cached for another. */
const SETTINGS = {
  autoinstall_known_extensions: "false",
  autoload_known_extensions: "false",
  enable_external_file_cache: "false",
};

/** Opens an in-memory DuckDB whose times are UTC. `limits` are settings such as `memory_limit`. */
export async function openDuckDb(limits: Record<string, string>): Promise<OpenDuckDb> {
  const instance = await DuckDBInstance.create(":memory:", { ...SETTINGS, ...limits });
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  return { instance, connection };
}

/**
 * Locks an instance down: it can then access only these paths and what is in these directories, and its settings cannot
 * be changed.
 */
export async function lockDown(
  connection: DuckDBConnection,
  paths: readonly string[],
  directories: readonly string[] = [],
): Promise<void> {
  const list = (places: readonly string[]): string => `[${places.map(literal).join(", ")}]`;
  const settings = [`SET allowed_paths = ${list(paths)}`];
  if (directories.length > 0) settings.push(`SET allowed_directories = ${list(directories)}`);
  await connection.run(
    [...settings, "SET enable_external_access = false", "SET lock_configuration = true"].join("; "),
  );
}
