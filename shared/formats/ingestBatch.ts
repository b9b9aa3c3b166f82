import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { type Column, type FileStatistics, literal } from "@pdp/basics/columns";
import {
  type ConversionLimits,
  type ConversionResult,
  copyToParquet,
  isUsable,
  withDuckDb,
} from "./engine/convertWithDuckDb.ts";
import { type Ingested, ingestPart } from "./ingestFile.ts";
import { countSameRows, sameRowsWarning } from "./sameRows.ts";
import type { Source } from "./source.ts";
import { storedColumns } from "./variants/sequenceRule.ts";
import { loadedRowWarnings } from "./warnings/loadedRowWarnings.ts";

/** Number of files read concurrently. Each is read by one thread, which is faster for small files than two threads per file. */
const MAX_CONCURRENT_FILES = 2;
const FILE_ID = '"__file_id"';

/** Uploaded file in a batch. */
export interface BatchSource {
  id: string;
  source: Source;
}

/** Outcomes of the files, in order, and the size of the data file; the size is 0 if any file has problems. */
export interface IngestedTogether {
  files: Ingested[];
  bytes: number;
  statistics?: FileStatistics;
}

/**
 * Writes the rows of several files of one table as one Parquet file at `target`, in file order, with the id of each row's file
 * in the column `__file_id`. If any file has problems, no file is written to `target`, but all files are checked. Files share
 * engine instances, because opening one takes longer than reading a small file.
 *
 * @throws as `ingestFile` does
 */
export async function ingestBatch(
  batch: readonly BatchSource[],
  columns: Column[],
  target: string,
  options: ConversionLimits = {},
): Promise<IngestedTogether> {
  const scratch = await mkdtemp(join(options.temporaryDirectory ?? tmpdir(), "batch-"));
  const limits = { ...options, temporaryDirectory: scratch };
  const paths = [target, ...batch.map(({ source }) => source.path)];
  const files: Ingested[] = [];
  const stored = storedColumns(columns, batch[0]?.source.sequenceFrom);
  const partOf = (id: string): string => join(scratch, "parts", `${id}.parquet`);
  let next = 0;
  // An engine failure that makes an instance unusable only affects one file: the others get a new instance.
  const ingestFrom = async (connection: DuckDBConnection): Promise<void> => {
    do {
      const index = next++;
      const { id, source } = batch[index] ?? {};
      // Another reader may have acquired the last instance.
      if (id === undefined || source === undefined) return;
      const shared = { ...limits, connection };
      const file = await ingestPart(source, columns, partOf(id), shared);
      const isNumbered = source.sequenceFrom !== undefined;
      const rowNotes =
        file.rows > 0 ? await loadedRowWarnings(source.name, stored, partOf(id), shared, isNumbered) : [];
      files[index] = { ...file, warnings: [...file.warnings, ...rowNotes] };
    } while (await isUsable(connection));
  };
  const ingestAll = async (): Promise<void> => {
    while (next < batch.length) {
      await withDuckDb(paths, columns.length, { ...limits, threads: 1 }, ingestFrom, [scratch]);
    }
  };
  try {
    await mkdir(join(scratch, "parts"));
    await allEnded(Array.from({ length: Math.min(MAX_CONCURRENT_FILES, batch.length) }, ingestAll));
    if (files.some(({ problems }) => problems.count > 0)) return { files, bytes: 0 };
    const parts = batch.flatMap(({ id }, index) => ((files[index]?.rows ?? 0) > 0 ? [partOf(id)] : []));
    if (parts.length === 0) return { files, bytes: 0 };
    const merge = async (connection: DuckDBConnection) => ({
      joined: await joinParts(connection, parts, stored, target, rowBytes(files)),
      same: await countSameRows(stored, target, sumOf(files, "rows"), { ...limits, connection }, FILE_ID),
    });
    const { joined, same } = await withDuckDb(paths, columns.length, limits, merge, [scratch]);
    return { files: files.map((file, index) => withSameRows(file, batch[index], same)), ...joined };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function withSameRows(
  file: Ingested,
  of: BatchSource | undefined,
  same: ReadonlyMap<string, number>,
): Ingested {
  const count = same.get(of?.id ?? "");
  if (of === undefined || count === undefined) return file;
  return { ...file, warnings: [...file.warnings, sameRowsWarning(of.source.name, count)] };
}

/** Waits until all promises have settled, and then throws the first error. */
async function allEnded(promises: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(promises);
  await Promise.all(promises);
}

/** Merges files that have the same columns; the files are named by their ids. */
async function joinParts(
  connection: DuckDBConnection,
  parts: readonly string[],
  columns: readonly Column[],
  target: string,
  bytesOfRow: number,
): Promise<Pick<ConversionResult, "bytes" | "statistics">> {
  const select = `SELECT * EXCLUDE "__path", CAST(parse_filename("__path", true) AS BIGINT) AS ${FILE_ID} FROM read_parquet([${parts.map(literal).join(", ")}], filename = '__path', hive_partitioning = false)`;
  const names = columns.map(({ name }) => name);
  const { bytes, statistics } = await copyToParquet(connection, select, target, names, bytesOfRow);
  return { bytes, statistics };
}

/** Returns the mean row size in the files, in bytes. */
function rowBytes(files: readonly Ingested[]): number {
  return sumOf(files, "bytes") / Math.max(sumOf(files, "rows"), 1);
}

function sumOf(files: readonly Ingested[], count: "rows" | "bytes"): number {
  return files.reduce((sum, file) => sum + file[count], 0);
}
