import {
  type DuckDBConnection,
  DuckDBDateValue,
  type DuckDBResult,
  DuckDBTimestampValue,
  type DuckDBValue,
} from "@duckdb/node-api";
import { identifier } from "@pdp/basics/columns";
import { DomainError } from "@pdp/basics/errors";
import { writeXlsx, ZipTooLarge } from "@pdp/formats/files";
import type { CellContent } from "@pdp/formats/workbooks";

import { columnOf, type ResultColumn } from "#shared/engines/duckdb/resultTypes.ts";
import { isNested } from "./outputSql.ts";

/** Limits of a sheet. The header counts as a row. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
const MAX_CELL_CHARACTERS = 32_767;
const SHEET_NAME = "data";
/** First day to which all spreadsheet programs assign the same number, in days since 1970: March 1, 1900. */
const FIRST_DAY = -25_508;
const LAST_DAY = 2_932_896;
const MICROSECONDS_OF_DAY = 86_400_000_000n;
/** Size of the parts in which output is sent, in bytes. */
const PART_BYTES = 256 << 10;

/** Throws DomainError if the rows of `sql`, which must be the output of `flatSql`, do not fit into a sheet. */
export async function requireSheetSize(
  connection: DuckDBConnection,
  sql: string,
  columns: readonly ResultColumn[],
): Promise<void> {
  if (columns.length > MAX_COLUMNS)
    throw tooLarge(`${format(columns.length)} columns, but a sheet can have at most ${format(MAX_COLUMNS)}`);
  const names = columns.map((_, index) => identifier(`c${index}`));
  const texts = columns.flatMap((column, index) => {
    const item = columnOf(column);
    return item.type === "STRING" || isNested(item) ? [index] : [];
  });
  const lengths = texts.map((index) => `max(length(${names[index]})) AS l${index}`);
  const rows = `(SELECT * FROM (${sql}) LIMIT ${MAX_ROWS}) AS "_sheet"(${names.join(", ")})`;
  const reader = await connection.runAndReadAll(
    `SELECT ${["count(*) AS n", ...lengths].join(", ")} FROM ${rows}`,
  );
  const [row = {}] = reader.getRowObjectsJson();
  if (Number(row.n) >= MAX_ROWS)
    throw tooLarge(
      `${format(MAX_ROWS)} rows or more, but a sheet can have at most ${format(MAX_ROWS - 1)} below its header`,
    );
  const long = texts.find((index) => Number(row[`l${index}`] ?? 0) > MAX_CELL_CHARACTERS);
  if (long !== undefined) {
    const maximum = format(MAX_CELL_CHARACTERS);
    throw tooLarge(`a string of more than ${maximum} characters in column "${columns[long]?.name}"`);
  }
}

/** Encodes the result of SQL from `flatSql` as a workbook with one sheet. Only a few rows are in memory at a time. */
export async function* xlsxStream(
  result: DuckDBResult,
  columns: readonly ResultColumn[],
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of writeXlsx(rowsOf(result, columns), SHEET_NAME)) {
      parts.push(part);
      bytes += part.byteLength;
      if (bytes < PART_BYTES) continue;
      yield Buffer.concat(parts);
      [parts, bytes] = [[], 0];
    }
  } catch (error) {
    throw error instanceof ZipTooLarge ? tooLarge("more than 4 GB as a workbook") : error;
  }
  if (bytes > 0) yield Buffer.concat(parts);
}

async function* rowsOf(
  result: DuckDBResult,
  columns: readonly ResultColumn[],
): AsyncGenerator<CellContent[]> {
  yield columns.map(({ name }) => name);
  const decimals = columns.map(({ type }) => String(type).startsWith("DECIMAL"));
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return;
    for (const row of chunk.getRows()) {
      yield row.map((value, index) => (decimals[index] ? decimalCell(value) : cellOf(value)));
    }
  }
}

/** Returns the cell for a value; uses text where another kind of cell would lose precision. */
function cellOf(value: DuckDBValue): CellContent {
  switch (typeof value) {
    case "string":
      return value;
    case "bigint":
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    case "number":
      return Number.isFinite(value) ? value : Number.isNaN(value) ? null : value > 0 ? "inf" : "-inf";
    case "boolean":
      return value;
  }
  if (value instanceof DuckDBDateValue) return dateCell(value);
  if (value instanceof DuckDBTimestampValue) return timeCell(value);
  return value === null ? null : String(value);
}

function dateCell(value: DuckDBDateValue): CellContent {
  const { days } = value;
  return days >= FIRST_DAY && days <= LAST_DAY ? { day: days } : String(value);
}

/** Spreadsheets store times with millisecond precision. */
function timeCell(value: DuckDBTimestampValue): CellContent {
  const { micros } = value;
  const isWithin =
    micros >= BigInt(FIRST_DAY) * MICROSECONDS_OF_DAY && micros < BigInt(LAST_DAY + 1) * MICROSECONDS_OF_DAY;
  return isWithin && micros % 1_000n === 0n ? { time: Number(micros / 1_000n) } : String(value);
}

/** A decimal of up to 15 digits survives conversion to FLOAT64; longer decimals stay text. */
function decimalCell(value: DuckDBValue): CellContent {
  if (typeof value !== "string") return null;
  return value.replace(/[-.]/g, "").replace(/^0+/, "").length <= 15 ? Number(value) : value;
}

function format(count: number): string {
  return count.toLocaleString("en-US");
}

function tooLarge(what: string): DomainError {
  return new DomainError(
    "malformed",
    "result_too_large_for_xlsx",
    `The result has ${what}. Request CSV or Parquet instead.`,
  );
}
