import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { literal } from "@pdp/basics/columns";

export interface OpenDuckDb {
  instance: DuckDBInstance;
  connection: DuckDBConnection;
}

/** Settings for every instance: extensions are not loaded automatically, and files are not cached across queries. */
const SETTINGS = {
  autoinstall_known_extensions: "false",
  autoload_known_extensions: "false",
  enable_external_file_cache: "false",
};

/** Maximum size of an instance's temporary files, unless its limits specify another value. */
const MAX_TEMPORARY_SIZE = "4GB";
const CLOSE_LATER_MS = 200;

/**
 * Opens an in-memory DuckDB with UTC times. `limits` are settings such as `memory_limit`.
 *
 * The maximum size of temporary files is set after opening, because DuckDB ignores it as an option: an instance could then
 * fill the disk, and would report a full disk as a lack of memory.
 */
export async function openDuckDb(limits: Record<string, string>): Promise<OpenDuckDb> {
  const { max_temp_directory_size: temporarySize, ...options } = limits;
  const instance = await DuckDBInstance.create(":memory:", { ...SETTINGS, ...options });
  const connection = await instance.connect();
  await connection.run(`SET TimeZone = 'UTC'; ${temporarySizeSql(temporarySize)}`);
  return { instance, connection };
}

/** Closes an instance later, because freeing its memory blocks this thread for a while, which would delay a result. */
export function closeDuckDb({ instance, connection }: OpenDuckDb): void {
  connection.closeSync();
  setTimeout(() => instance.closeSync(), CLOSE_LATER_MS).unref();
}

function temporarySizeSql(size = MAX_TEMPORARY_SIZE): string {
  return `SET max_temp_directory_size = ${literal(size)}`;
}

/**
 * Locks an instance down: it can then only access these paths and the contents of these directories, and its settings cannot
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
