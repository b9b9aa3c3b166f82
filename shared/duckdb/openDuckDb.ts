import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { identifier, literal } from "./quoting.ts";

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

/** Maximum size of the temporary files of an instance, if its limits do not state another one. */
const MAX_TEMPORARY_SIZE = "4GB";

/**
 * Opens an in-memory DuckDB whose times are UTC. `limits` are settings such as `memory_limit`.
 *
 * The maximum size of temporary files is set after the opening, because DuckDB ignores it as an option: an instance may
 * then fill the disk, and reports a full disk as a lack of memory.
 */
export async function openDuckDb(limits: Record<string, string>): Promise<OpenDuckDb> {
  const { max_temp_directory_size: temporarySize, ...options } = limits;
  const instance = await DuckDBInstance.create(":memory:", { ...SETTINGS, ...options });
  const connection = await instance.connect();
  await connection.run(`SET TimeZone = 'UTC'; ${temporarySizeSql(temporarySize)}`);
  return { instance, connection };
}

/** Sets the limits of an open instance that was not used yet. */
export async function limitDuckDb(
  { connection }: OpenDuckDb,
  { max_temp_directory_size: temporarySize, ...limits }: Record<string, string>,
): Promise<void> {
  const settings = Object.entries(limits).map(
    ([name, value]) => `SET ${identifier(name)} = ${literal(value)}`,
  );
  // Last, because it applies to the directory.
  await connection.run([...settings, temporarySizeSql(temporarySize)].join("; "));
}

function temporarySizeSql(size = MAX_TEMPORARY_SIZE): string {
  return `SET max_temp_directory_size = ${literal(size)}`;
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
