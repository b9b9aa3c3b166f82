import { type Column, identifier } from "@pdp/basics/columns";
import { type ConversionLimits, type ConversionResult, copyToParquet, withDuckDb } from "@pdp/formats/ingest";
import type { DataFile } from "#shared/domain/loads/manifest.ts";
import { relationSql } from "#shared/engines/duckdb/relationSql.ts";

/** Data file and its local path. */
export interface LocalDataFile {
  file: DataFile;
  path: string;
}

/** Assumed size of rows in memory, as a multiple of their size in Parquet files. */
const EXPANSION_RATIO = 4;

/**
 * Writes one Parquet file at `target` with the rows of data files that count, in file order. Each row keeps its line
 * (`__line`), its uploaded file (`__file_id`) and its load (`__load_id`), where known. Columns missing from a file are NULL.
 */
export async function mergeDataFiles(
  sources: readonly LocalDataFile[],
  columns: Column[],
  target: string,
  limits: ConversionLimits = {},
): Promise<Pick<ConversionResult, "rows" | "bytes" | "statistics">> {
  const paths = sources.map(({ path }) => path);
  const files = sources.map(({ file }) => file);
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  const stored = files.reduce((sum, file) => sum + file.bytes, 0);
  const rowBytes = (stored * EXPANSION_RATIO) / Math.max(rows, 1);
  const origins = `"$line" AS "__line", "$file_id" AS "__file_id", "$load_id" AS "__load_id"`;
  const names = columns.map(({ name }) => name);
  const select = `SELECT ${names.map(identifier).join(", ")}, ${origins} FROM (${relationSql({ name: "t", columns, files, showsHidden: true }, paths)})`;
  return withDuckDb([...paths, target], columns.length, limits, (connection) =>
    copyToParquet(connection, select, target, names, rowBytes),
  );
}
