import type { DuckDBConnection } from "@duckdb/node-api";
import { type Column, identifier, literal } from "@pdp/basics/columns";
import { type CellRules, cellRules } from "../cellRules.ts";
import { directType, fromCell, fromDirect } from "../columnSql.ts";
import {
  type ConversionLimits,
  type ConversionResult,
  copyToParquet,
  LINE_COLUMN,
  withDuckDb,
} from "../engine/convertWithDuckDb.ts";
import type { FileOptions } from "../options/fileOptions.ts";
import { appendLines } from "../parquet/appendLines.ts";
import { openRows } from "../plates/openRows.ts";
import { MAX_ROW_BYTES, type Source } from "../source.ts";
import type { OpenedText } from "./openedText.ts";
import { materializeText } from "./openText.ts";
import { delimiterOf } from "./proposeLayout.ts";
import { type CsvScan, scanCsv } from "./scanCsv.ts";
import { writePlainCsv } from "./writePlainCsv.ts";

/** Validated text file, with the positions of its columns. */
export interface PlainCsv {
  path: string;
  delimiter: string;
  positions: readonly number[];
  width: number;
  rowBytes: number;
  options?: FileOptions;
  /** Position of a column that contains the line of each row; undefined if there is none. */
  linePosition?: number;
}

const READ_BUFFER_BYTES = 4 << 20;

/**
 * Runs the scan, which validates, and the conversion, which is exact for valid files, in parallel: the engine converts in
 * separate threads. The engine is opened first, because a running scan would block it from opening. If the file has problems,
 * the conversion is stopped and discarded.
 */
export async function ingestCsv(
  source: Source,
  columns: readonly Column[],
  target: string,
  scratch: string,
  limits: ConversionLimits,
): Promise<{ scan: CsvScan; written: ConversionResult | undefined }> {
  const text = await materializeText(await openRows(source), `${scratch}/text.csv`, limits.signal);
  return withDuckDb(
    [text.source.path, `${scratch}/plain.csv`, target],
    columns.length,
    limits,
    (connection) => scanAndConvert(connection, text, columns, target, scratch, limits),
  );
}

async function scanAndConvert(
  connection: DuckDBConnection,
  text: OpenedText,
  columns: readonly Column[],
  target: string,
  scratch: string,
  limits: ConversionLimits,
): Promise<{ scan: CsvScan; written: ConversionResult | undefined }> {
  const { path, reading: options = {} } = text.source;
  const rewritten = `${scratch}/plain.csv`;
  const stop = new AbortController();
  stop.signal.addEventListener("abort", () => connection.interrupt());
  let conversion: Promise<ConversionResult> | undefined;
  const start = (positions: readonly number[], width: number, sample: Buffer) => {
    const delimiter = delimiterOf(text.source);
    const csv = { path, delimiter, positions, width, rowBytes: rowBytesOf(sample), options };
    conversion = copyCsv(connection, csv, columns, target, stop.signal);
    conversion.catch(() => undefined); // awaited after the scan
  };
  // The engine does not see skipped rows.
  const onHeader = text.source.skipped === undefined ? start : () => undefined;
  try {
    const scan = await scanCsv(text, columns, { onHeader, onProblem: () => stop.abort(), ...limits });
    if (scan.problems.count > 0 || scan.positions.length === 0) return { scan, written: undefined };
    if (scan.plain && conversion !== undefined) {
      return { scan, written: await withLines(await conversion, target, scan) };
    }
    stop.abort();
    await Promise.allSettled([conversion]);
    const rowBytes = await writePlainCsv(text, rewritten, limits.signal);
    const { positions, width } = scan;
    const csv = { path: rewritten, delimiter: ",", positions, width, rowBytes, options };
    const written = await copyCsv(connection, csv, columns, target, limits.signal);
    return { scan, written: await withLines(written, target, scan) };
  } finally {
    stop.abort();
    await Promise.allSettled([conversion]);
  }
}

/** Adds the line numbers of the rows to the written file, or reports a problem if the row counts differ. */
async function withLines(
  written: ConversionResult,
  target: string,
  scan: CsvScan,
): Promise<ConversionResult> {
  if (written.rows !== scan.lines.length) return written;
  return { ...written, bytes: await appendLines(target, scan.lines) };
}

/** Converts validated text in a separate engine. */
export async function convertCsv(
  csv: PlainCsv,
  columns: readonly Column[],
  target: string,
  limits: ConversionLimits,
): Promise<ConversionResult> {
  return withDuckDb([csv.path, target], csv.width, limits, (connection) =>
    copyCsv(connection, csv, columns, target, limits.signal),
  );
}

/**
 * Converts with the engine's CSV reader, which reads numbers, dates and booleans in common notations. A file with other
 * notations (spaces around a number, a quoted empty cell) is read as text and cast.
 */
async function copyCsv(
  connection: DuckDBConnection,
  csv: PlainCsv,
  columns: readonly Column[],
  target: string,
  signal: AbortSignal | undefined,
): Promise<ConversionResult> {
  const names = columns.map(({ name }) => name);
  const write = (select: string) => copyToParquet(connection, select, target, names, csv.rowBytes);
  try {
    if (csv.width > 1) return await write(selectFrom(csv, columns, directType, fromDirect));
  } catch {
    signal?.throwIfAborted();
  }
  return await write(selectFrom(csv, columns, () => "VARCHAR", fromCell));
}

function selectFrom(
  csv: PlainCsv,
  columns: readonly Column[],
  typeOf: (column: Column, rules: CellRules) => string,
  convert: (column: Column, cell: string, rules: CellRules) => string,
): string {
  const types = Array.from({ length: csv.width }, () => "VARCHAR");
  const cells = columns.map((column, index) => {
    const position = csv.positions[index] as number;
    const rules = cellRules(column, csv.options);
    types[position] = typeOf(column, rules);
    return `${convert(column, `c${position}`, rules)} AS ${identifier(column.name)}`;
  });
  if (csv.linePosition !== undefined) {
    types[csv.linePosition] = "BIGINT";
    cells.push(`c${csv.linePosition} AS ${identifier(LINE_COLUMN)}`);
  }
  // In a file with one column, the engine treats a blank line as a row.
  const rows = csv.width === 1 ? " WHERE c0 IS NOT NULL" : "";
  return `SELECT ${cells.join(", ")} FROM ${readCsv(csv, types)}${rows}`;
}

function readCsv(csv: PlainCsv, types: readonly string[]): string {
  const options = [
    literal(csv.path),
    `columns = {${types.map((type, position) => `'c${position}': '${type}'`).join(", ")}}`,
    "auto_detect = false",
    "header = true",
    `delim = ${literal(csv.delimiter)}`,
    `quote = '"'`,
    `escape = '"'`,
    "hive_partitioning = false",
    "allow_quoted_nulls = false",
    `max_line_size = ${MAX_ROW_BYTES + 2}`,
    `buffer_size = ${READ_BUFFER_BYTES}`,
  ];
  return `read_csv(${options.join(", ")})`;
}

function rowBytesOf(sample: Buffer): number {
  let lines = 0;
  for (let at = sample.indexOf(10); at >= 0; at = sample.indexOf(10, at + 1)) lines++;
  return sample.length / Math.max(lines, 1);
}
