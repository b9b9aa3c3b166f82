import { rm } from "node:fs/promises";
import type { DuckDBConnection } from "@duckdb/node-api";
import {
  type ColumnBounds,
  type FileStatistics,
  identifier,
  literal,
  MAX_COLUMNS_WITH_STATISTICS,
  shortBounds,
} from "@pdp/basics/columns";
import { closeDuckDb, lockDown, openDuckDb } from "./openDuckDb.ts";

export interface ConversionLimits {
  /** Memory limit in DuckDB's notation, such as 256MB. */
  memoryLimit?: string;
  threads?: number;
  /** Existing folder for data that does not fit in memory. */
  temporaryDirectory?: string;
  signal?: AbortSignal;
  /**
   * Connection to an open instance that can access all paths; used because opening a new instance takes longer than reading a
   * small file.
   */
  connection?: DuckDBConnection;
  /** Called frequently with the share of the file that has been read, from 0 to 1, and the number of rows so far. */
  onProgress?: OnProgress;
}

export type OnProgress = (share: number, rows: number) => void;

export interface ConversionResult {
  rows: number;
  bytes: number;
  /** Number of missing values in each top-level column; undefined if the writer does not count them. */
  missing: (number | undefined)[];
  /** False for top-level columns that, as far as the writer knows, do not contain a zero. */
  mayBeZero: boolean[];
  /** True for top-level numeric columns that, as far as the writer knows, contain no NaN or infinity. */
  isFinite: boolean[];
  statistics: FileStatistics;
}

/** Additional column of every data file: the line, row or row number in the uploaded file, counted from 1. */
export const LINE_COLUMN = "__line";

/** Memory limit of an instance, unless its limits specify another value. */
export const MEMORY_LIMIT = "256MB";
const THREADS = 2;
/**
 * Number of columns above which a single thread is used. Each thread has one buffer per column, so for wide files a second
 * thread needs more memory and is not faster.
 */
const COLUMNS_FOR_THREADS = 500;
const ROW_GROUP_BYTES = 10 << 20;
const MAX_ROW_GROUP_ROWS = 122_880;
/**
 * Zstd level: compared to the usual level 3, the lowest level takes a fifth less time in total and about a twentieth more
 * space.
 */
const COMPRESSION_LEVEL = 1;
const VECTOR_ROWS = 2_048;

/**
 * Runs `work` with the connection in `limits` or, without such a connection, with a separate DuckDB instance that can only
 * access the given paths and directories and is sized for a file with the given number of columns.
 */
export async function withDuckDb<Result>(
  paths: readonly string[],
  columns: number,
  limits: ConversionLimits,
  work: (connection: DuckDBConnection) => Promise<Result>,
  directories: readonly string[] = [],
): Promise<Result> {
  limits.signal?.throwIfAborted();
  if (limits.connection) return withInterrupt(limits.connection, limits.signal, work);
  const opened = await openDuckDb({
    memory_limit: limits.memoryLimit ?? MEMORY_LIMIT,
    threads: String(columns > COLUMNS_FOR_THREADS ? 1 : (limits.threads ?? THREADS)),
    ...(limits.temporaryDirectory !== undefined && { temp_directory: limits.temporaryDirectory }),
  });
  try {
    await lockDown(opened.connection, paths, directories);
    return await withInterrupt(opened.connection, limits.signal, work);
  } finally {
    closeDuckDb(opened);
  }
}

/** Tells whether an instance still responds: an engine fault makes it unusable. */
export async function isUsable(connection: DuckDBConnection): Promise<boolean> {
  return connection.run("SELECT 1").then(
    () => true,
    () => false,
  );
}

/** Runs `work` with a connection that is interrupted when the signal aborts. */
async function withInterrupt<Result>(
  connection: DuckDBConnection,
  signal: AbortSignal | undefined,
  work: (connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> {
  const interrupt = () => connection.interrupt();
  signal?.addEventListener("abort", interrupt);
  try {
    signal?.throwIfAborted();
    return await work(connection);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", interrupt);
  }
}

/**
 * Writes the rows of `select` as Parquet, in order. A failure does not leave a file at the target. `rowBytes` is the
 * approximate size of a row, because a row group is kept entirely in memory.
 */
export async function copyToParquet(
  connection: DuckDBConnection,
  select: string,
  target: string,
  columns: readonly string[],
  rowBytes: number,
): Promise<ConversionResult> {
  const rows = Math.floor(ROW_GROUP_BYTES / Math.max(rowBytes, 1) / VECTOR_ROWS) * VECTOR_ROWS;
  const rowGroup = Math.min(Math.max(rows, VECTOR_ROWS), MAX_ROW_GROUP_ROWS);
  const options = `FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL ${COMPRESSION_LEVEL}, ROW_GROUP_SIZE ${rowGroup}, USE_TMP_FILE false, RETURN_STATS`;
  try {
    const reader = await connection.runAndReadAll(`COPY (${select}) TO ${literal(target)} (${options})`);
    const [written] = reader.getRowObjectsJson();
    if (written === undefined) throw new Error("DuckDB returned no statistics for the written file.");
    const statistics = (written.column_statistics ?? []) as unknown as ColumnStatistics;
    const known: KnownStatistics = new Map(
      statistics.map(({ key, value }) => [key, new Map(value.map((entry) => [entry.key, entry.value]))]),
    );
    const rows = Number(written.count);
    const hasNoZero = (name: string): boolean => {
      const [min, max] = ["min", "max"].map((bound) => Number(known.get(identifier(name))?.get(bound)));
      return (min as number) > 0 || (max as number) < 0;
    };
    return {
      rows,
      bytes: Number(written.file_size_bytes),
      missing: columns.map((name) => {
        const statistic = known.get(identifier(name));
        return statistic === undefined ? undefined : Number(statistic.get("null_count"));
      }),
      mayBeZero: columns.map((name) => !hasNoZero(name)),
      isFinite: columns.map((name) => hasOnlyFinite(known.get(identifier(name)), rows)),
      statistics: { rows, columns: boundsOf(columns, known) },
    };
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}

type KnownStatistics = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Tells whether a column's statistics exclude NaN and infinity. A column without values has no bounds. */
function hasOnlyFinite(statistic: ReadonlyMap<string, string> | undefined, rows: number): boolean {
  if (statistic?.get("has_nan") !== "false") return false;
  if (Number(statistic.get("null_count")) === rows) return true;
  // The bounds of infinite values are the words inf and -inf.
  return ["min", "max"].every((bound) => Number.isFinite(Number(statistic.get(bound) ?? Number.NaN)));
}

/** Returns the bounds of the first columns. Columns that contain NaN, ARRAYs and STRUCTs have no bounds. */
function boundsOf(columns: readonly string[], known: KnownStatistics): FileStatistics["columns"] {
  const bounds = columns.slice(0, MAX_COLUMNS_WITH_STATISTICS).flatMap((name): [string, ColumnBounds][] => {
    const statistic = known.get(identifier(name));
    const nulls = statistic?.get("null_count");
    if (!statistic || nulls === undefined || statistic.get("has_nan") === "true") return [];
    const [min, max] = [statistic.get("min"), statistic.get("max")];
    const statistics = { nulls: Number(nulls), ...(min !== undefined && max !== undefined && { min, max }) };
    return [[name, shortBounds(statistics)]];
  });
  return Object.fromEntries(bounds);
}

type ColumnStatistics = { key: string; value: { key: string; value: string }[] }[];
