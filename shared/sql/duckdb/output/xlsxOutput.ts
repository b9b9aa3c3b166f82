import {
  type DuckDBConnection,
  DuckDBDateValue,
  type DuckDBResult,
  DuckDBTimestampValue,
  type DuckDBValue,
} from "@duckdb/node-api";
import { type CellValue, writeXlsxStream } from "hucre";
import { DomainError } from "#shared/domain/errors.ts";
import { identifier } from "#shared/duckdb/quoting.ts";
import { columnOf, type ResultColumn } from "#shared/sql/duckdb/resultTypes.ts";
import { isNested } from "./outputSql.ts";

/** Limits of a sheet. The header is one of its rows. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
const MAX_CELL_CHARACTERS = 32_767;
const SHEET_NAME = "data";
const DATE_FORMAT = "yyyy-mm-dd";
const TIME_FORMAT = "yyyy-mm-dd hh:mm:ss.000";
/** First day that spreadsheet programs count in the same way, as days since 1970: 1 March 1900. */
const FIRST_DAY = -25_508;
const LAST_DAY = 2_932_896;
const MICROSECONDS_OF_DAY = 86_400_000_000n;
/** Size of the parts that are sent, in bytes. */
const PART_BYTES = 256 << 10;

/** Throws DomainError if the rows of `sql`, which is that of `flatSql`, do not fit into a sheet. */
export async function requireSheetSize(
  connection: DuckDBConnection,
  sql: string,
  columns: readonly ResultColumn[],
): Promise<void> {
  if (columns.length > MAX_COLUMNS)
    throw tooLarge(`${format(columns.length)} columns, a sheet holds at most ${format(MAX_COLUMNS)}`);
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
      `${format(MAX_ROWS)} rows or more, a sheet holds at most ${format(MAX_ROWS - 1)} below its header`,
    );
  const long = texts.find((index) => Number(row[`l${index}`] ?? 0) > MAX_CELL_CHARACTERS);
  if (long !== undefined) {
    const most = format(MAX_CELL_CHARACTERS);
    throw tooLarge(`a text of more than ${most} characters in column "${columns[long]?.name}"`);
  }
}

/** Encodes a result, whose SQL is that of `flatSql`, as a workbook with one sheet, in memory for a few rows. */
export async function* xlsxStream(
  result: DuckDBResult,
  columns: readonly ResultColumn[],
): AsyncGenerator<Uint8Array> {
  const definitions = columns.map((column) => {
    const { type } = columnOf(column);
    return type === "TIMESTAMP" ? { numFmt: TIME_FORMAT } : type === "DATE" ? { numFmt: DATE_FORMAT } : {};
  });
  const sheet = writeXlsxStream(rowsOf(result, columns), { name: SHEET_NAME, columns: definitions });
  let parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of sheet) {
    parts.push(part);
    bytes += part.byteLength;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(parts);
    [parts, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(parts);
}

async function* rowsOf(result: DuckDBResult, columns: readonly ResultColumn[]): AsyncGenerator<CellValue[]> {
  yield columns.map(({ name }) => textCell(name));
  const decimals = columns.map(({ type }) => String(type).startsWith("DECIMAL"));
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return;
    for (const row of chunk.getRows()) {
      yield row.map((value, index) => (decimals[index] ? decimalCell(value) : cellOf(value)));
    }
  }
}

/** Returns the cell of a value: a text where a cell of another kind would not be exact. */
function cellOf(value: DuckDBValue): CellValue {
  switch (typeof value) {
    case "string":
      return textCell(value);
    case "bigint":
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    case "number":
      return Number.isFinite(value) ? value : Number.isNaN(value) ? null : value > 0 ? "inf" : "-inf";
    case "boolean":
      return value;
  }
  if (value instanceof DuckDBDateValue) return dateCell(value);
  if (value instanceof DuckDBTimestampValue) return timeCell(value);
  return value === null ? null : textCell(String(value));
}

function dateCell(value: DuckDBDateValue): CellValue {
  const { days } = value;
  return days >= FIRST_DAY && days <= LAST_DAY ? new Date(days * 86_400_000) : String(value);
}

/** Spreadsheets keep times to the millisecond. */
function timeCell(value: DuckDBTimestampValue): CellValue {
  const { micros } = value;
  const isWithin =
    micros >= BigInt(FIRST_DAY) * MICROSECONDS_OF_DAY && micros < BigInt(LAST_DAY + 1) * MICROSECONDS_OF_DAY;
  return isWithin && micros % 1_000n === 0n ? new Date(Number(micros / 1_000n)) : String(value);
}

/** A decimal of at most 15 digits is the same as a FLOAT64; others stay texts. */
function decimalCell(value: DuckDBValue): CellValue {
  if (typeof value !== "string") return null;
  return value.replace(/[-.]/g, "").replace(/^0+/, "").length <= 15 ? Number(value) : value;
}

/** Escapes what a spreadsheet program would take for an escape, and two characters that XML does not have. */
function textCell(text: string): string {
  if (!/_x|[\ufffe\uffff]/.test(text)) return text;
  return text
    .replace(/_x(?=[0-9A-Fa-f]{4}_)/g, "_x005F_x")
    .replace(/[\ufffe\uffff]/g, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase()}_`);
}

function format(count: number): string {
  return count.toLocaleString("en-US");
}

function tooLarge(what: string): DomainError {
  return new DomainError(
    "malformed",
    "result_too_large_for_xlsx",
    `The result has ${what}: ask for CSV or Parquet instead.`,
  );
}
