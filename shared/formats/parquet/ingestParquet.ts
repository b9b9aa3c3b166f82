import { rm } from "node:fs/promises";
import type { DuckDBConnection } from "@duckdb/node-api";
import { type Column, identifier, literal } from "@pdp/basics/columns";
import { type ConversionLimits, type ConversionResult, withDuckDb } from "../engine/convertWithDuckDb.ts";
import { type Scan, ScanReport, type Tally } from "../scanReport.ts";
import type { Source } from "../source.ts";
import { grammarOf } from "../valueGrammar.ts";
import { copyForEngine } from "./copyForEngine.ts";
import { ParquetFile } from "./parquetFile.ts";
import { planParquet } from "./parquetSchema.ts";
import { readSql } from "./readSql.ts";

/** Approximate share of the total time spent on checking a file. */
const CHECK_SHARE = 0.5;

/**
 * Checks and converts a Parquet file. Rules not guaranteed by the types are checked by queries over the few columns concerned.
 */
export async function ingestParquet(
  source: Source,
  columns: readonly Column[],
  target: string,
  scratch: string,
  limits: ConversionLimits,
): Promise<{ scan: Scan; written: ConversionResult | undefined }> {
  const scan = new ScanReport(source, columns);
  const { fields, names, rows, problems } = await planParquet(source, columns);
  for (const problem of problems) scan.addOfFile(problem);
  if (problems.length > 0) return { scan, written: undefined };
  const path = `${scratch}/proven.parquet`;
  const pageBytes = await copyForEngine(source.path, path, { exactTimes: true });
  const rowBytes = pageBytes / Math.max(rows, 1);
  const read = readSql(path, names);
  // The conversion of a wide file needs the memory that the checks still occupy.
  const file = await withDuckDb([path], columns.length, limits, async (connection) => {
    const checked = new ParquetFile(read, columns, fields, source);
    await checked.check(connection, scan);
    limits.onProgress?.(CHECK_SHARE, 0);
    return checked;
  });
  scan.rows = rows - file.emptyRows - (source.skipped?.size ?? 0);
  scan.emptyRows = file.emptyRows;
  if (scan.problems.count > 0) return { scan, written: undefined };
  const convert = (): Promise<ConversionResult | undefined> =>
    withDuckDb([path, target], columns.length, limits, async (connection) => {
      const written = await file.convert(connection, target, rowBytes);
      if (file.assumedTooMuch(written)) return undefined;
      written.missing.forEach((missing, index) => {
        (scan.tallies[index] as Tally).missing = missing ?? 0;
      });
      await countZeros(connection, columns, target, written, scan.tallies);
      return written;
    });
  const written = await convert();
  if (written !== undefined) return { scan, written };
  await rm(target, { force: true });
  await withDuckDb([path], columns.length, limits, (connection) => file.checkNumbers(connection, scan));
  return { scan, written: scan.problems.count > 0 ? undefined : await convert() };
}

/** Counts the zeros in the columns that also have missing values. */
async function countZeros(
  connection: DuckDBConnection,
  columns: readonly Column[],
  target: string,
  { mayBeZero }: ConversionResult,
  tallies: Tally[],
): Promise<void> {
  const checked = columns
    .map((column, index) => ({ column, tally: tallies[index] as Tally, mayBeZero: mayBeZero[index] ?? true }))
    .filter(
      ({ column, tally, mayBeZero: isPossible }) =>
        isPossible && tally.missing > 0 && grammarOf(column)?.jsonKind === "number",
    );
  if (checked.length === 0) return;
  const counts = checked.map(
    ({ column }, index) => `sum(CAST(${identifier(column.name)} = 0 AS BIGINT)) AS z${index}`,
  );
  const reader = await connection.runAndReadAll(
    `SELECT ${counts.join(", ")} FROM read_parquet(${literal(target)})`,
  );
  const [row = {}] = reader.getRowObjectsJson();
  checked.forEach(({ tally }, index) => {
    tally.zeros = Number(row[`z${index}`] ?? 0);
  });
}
