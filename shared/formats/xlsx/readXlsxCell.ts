import { type Column, isDated, isScalar, SCALARS, type ValueKind } from "@pdp/basics/columns";
import { type CellRules, typedNotation, USUAL_RULES } from "../cellRules.ts";
import { readCell, readNotedCell } from "../readCell.ts";
import { missingAdvice, NOT_WHOLE, TOO_LARGE } from "../readScalar.ts";
import type { JsonReading } from "../text/checkJson.ts";
import type { CellNote } from "./cellNotes.ts";
import { cellText } from "./cellText.ts";
import { GENERAL, type NumberFormat, shownText } from "./numberFormat.ts";
import {
  FormattedNumber,
  isEmpty,
  QuotedText,
  TimeOfDay,
  UnstoredFormula,
  type XlsxValue,
} from "./xlsxValue.ts";

/** Text of a cell, as in a CSV file, and its parsed value. */
export interface XlsxReading {
  text: string;
  reading: JsonReading;
  /** Records that the cell shows or stores `shown` instead of `text`. */
  note?: CellNote;
  shown?: string;
}

type ReadCell<Value> = (value: Value, text: string, cell: Cell) => XlsxReading;
type ReadNumber = (value: number, format: NumberFormat, cell: Cell) => XlsxReading;

/** Context of a value: its column, the table reference used in advice, and the rules for its text. */
interface Cell {
  column: Column;
  table: string | undefined;
  rules: CellRules;
}

interface Readers {
  number: ReadNumber;
  boolean: ReadCell<boolean>;
  date: ReadCell<Date>;
}

/** Readers of non-text cells, for columns of each kind. */
const READERS: Record<ValueKind, Readers> = {
  boolean: { number: readPlainNumber, boolean: readAsText, date: refuseDate },
  whole: { number: readWholeNumber, boolean: refuseBoolean, date: refuseDate },
  decimal: { number: readDouble, boolean: refuseBoolean, date: refuseDate },
  text: { number: readNumberAsText, boolean: readAsText, date: refuseDate },
  date: { number: refuseNumber, boolean: refuseBoolean, date: readDay },
  time: { number: refuseNumber, boolean: refuseBoolean, date: readTime },
};
const JSON_READERS: Readers = { number: readPlainNumber, boolean: refuseBoolean, date: refuseDate };

const HASH = 0x23;
const ERRORS = new Set([
  "#N/A",
  "#DIV/0!",
  "#VALUE!",
  "#REF!",
  "#NAME?",
  "#NUM!",
  "#NULL!",
  "#SPILL!",
  "#CALC!",
  "#FIELD!",
  "#BLOCKED!",
  "#CONNECT!",
  "#UNKNOWN!",
  "#GETTING_DATA",
]);

const MIDNIGHT = "T00:00:00.000Z";
const PLAIN_DECIMAL = /^-?\d{1,15}(?:\.\d{1,20})?$/;

/**
 * Converts a cell's value to the column's type. Spreadsheets store numbers in double precision and dates as numbers.
 */
export function readXlsxCell(
  column: Column,
  value: XlsxValue,
  rules: CellRules = USUAL_RULES,
  table?: string,
): XlsxReading {
  if (isEmpty(value) || value === null) return { text: "", reading: "missing" };
  if (rules.missing?.has(shownOf(value))) return { text: "", reading: "missing" };
  const noted = readNoted(column, value, rules);
  if (noted !== undefined) return noted;
  const cell: Cell = { column, table, rules: { notation: typedNotation(rules.notation) } };
  const readers = isScalar(column.type) ? READERS[SCALARS[column.type].values] : JSON_READERS;
  switch (typeof value) {
    case "string":
      return readAsText(value, value, cell);
    case "number":
      return readers.number(value, GENERAL, cell);
    case "boolean":
      return readers.boolean(value, value ? "TRUE" : "FALSE", cell);
  }
  if (value instanceof QuotedText) return readText(value.text, cell);
  if (value instanceof FormattedNumber) return readers.number(value.value, value.format, cell);
  if (value instanceof TimeOfDay) return readTimeOfDay(value, cell);
  if (value instanceof UnstoredFormula) return { text: "", reading: { reason: value.reason } };
  const year = value.getUTCFullYear();
  if (Number.isNaN(year)) return fault("1900-02-29", "is a date that exists only in spreadsheets");
  if (!(year >= 1900 && year <= 9999))
    return fault(value.toISOString(), "is not a date in the years 1900 to 9999");
  const text = value.toISOString();
  return readers.date(value, text.endsWith(MIDNIGHT) ? text.slice(0, -MIDNIGHT.length) : text, cell);
}

/**
 * Reads a cell that is written in another notation, or that contains a part other than the one stored in the column; undefined
 * for any other cell.
 */
function readNoted(
  column: Column,
  value: NonNullable<XlsxValue>,
  { notations, notation }: CellRules,
): XlsxReading | undefined {
  if (notations === undefined) return undefined;
  const isPercent =
    value instanceof FormattedNumber && value.format.kind === "fixed" && value.format.isPercent;
  // A number in a percent format has the value that its cell shows, so that it agrees with percentages written as text.
  const text =
    value instanceof QuotedText ? value.text : isPercent && notations.readsPercents ? cellText(value) : value;
  if (typeof text !== "string")
    return notations.part === "VALUE" ? undefined : { text: "", reading: "missing" };
  const read = readNotedCell(column, text, true, { notations, notation: typedNotation(notation) });
  return { ...read, text: read.text ?? text };
}

/**
 * Performs a quick check of whether a number can be loaded with the digits in the file, without any remark. Formatting a
 * number again takes longer than all other work on its cell.
 */
export function isPlainDecimal(
  { type }: Column,
  value: XlsxValue,
  { missing }: CellRules,
  digits: string,
): boolean {
  return (
    type === "FLOAT64" &&
    typeof value === "number" &&
    value !== 0 &&
    missing === undefined &&
    PLAIN_DECIMAL.test(digits)
  );
}

/** Returns the text of a value that may be a word for a missing value. */
function shownOf(value: NonNullable<XlsxValue>): string {
  if (value instanceof FormattedNumber) return shownText(value.value, value.format).text;
  return value instanceof Date || value instanceof UnstoredFormula ? "" : String(value);
}

function readAsText(_: unknown, text: string, cell: Cell): XlsxReading {
  const { column, table } = cell;
  if (text.charCodeAt(0) === HASH && ERRORS.has(text)) {
    const advice = column.nullable
      ? `fix it, or, ${missingAdvice(text, "leave the cell empty", table)}`
      : "fix it";
    return fault(text, `is a spreadsheet error, not a value; ${advice}`);
  }
  return readText(text, cell);
}

function readText(text: string, { column, table, rules }: Cell): XlsxReading {
  if (text.includes("\0") || !text.isWellFormed()) return fault(text, "contains an invalid text character");
  return { text, reading: readCell(column, text, true, rules, table) };
}

/** Reads a number as the text shown in its cell, unless that hides digits of an integer. */
function readNumberAsText(value: number, format: NumberFormat, cell: Cell): XlsxReading {
  const shown = shownText(value, format);
  const reading = readAsText(value, shown.text, cell);
  return shown.isExact ? reading : { ...reading, note: "format", shown: String(value) };
}

function readPlainNumber(value: number, _: NumberFormat, cell: Cell): XlsxReading {
  return readAsText(value, String(value), cell);
}

function readWholeNumber(value: number, format: NumberFormat): XlsxReading {
  const text = String(value);
  if (!Number.isInteger(value)) return fault(text, NOT_WHOLE);
  if (Number.isSafeInteger(value)) {
    return withFormat({ text: value === 0 ? "0" : text, reading: zeroOrValue(value) }, value, format);
  }
  return fault(text, "is beyond 2^53, where a spreadsheet no longer keeps every digit; load the data as CSV");
}

function readDouble(value: number, format: NumberFormat): XlsxReading {
  const text = String(value);
  if (!Number.isFinite(value)) return fault(text, TOO_LARGE);
  return withFormat({ text, reading: zeroOrValue(value) }, value, format);
}

function withFormat(reading: XlsxReading, value: number, format: NumberFormat): XlsxReading {
  if (format.kind !== "fixed" || !format.isPercent || value === 0) return reading;
  return { ...reading, note: "percentage", shown: shownText(value, format).text };
}

function zeroOrValue(value: number): JsonReading {
  return value === 0 ? "zero" : "value";
}

function readDay(_: Date, text: string): XlsxReading {
  if (text.includes("T")) return fault(text, "is a time of day, not a date alone");
  return { text, reading: "value" };
}

function readTime(value: Date): XlsxReading {
  return { text: value.toISOString(), reading: "value" };
}

/** Reads a time or a duration as the text that its cell shows; other columns have no such values. */
function readTimeOfDay(value: TimeOfDay, cell: Cell): XlsxReading {
  const { type } = cell.column;
  if (type === "STRING") return readText(value.toString(), cell);
  const advice = isDated(type)
    ? "put the date and time in one cell"
    : "format the cell as a number (of days) or as text";
  return fault(value.toString(), `is a time of day or a duration without a date, not ${type}; ${advice}`);
}

function refuseNumber(value: number): XlsxReading {
  return fault(String(value), "is a number, not a date; give the cell a date format");
}

function refuseBoolean(_: boolean, text: string, { column: { type } }: Cell): XlsxReading {
  return fault(text, `is a Boolean value, not ${type}`);
}

function refuseDate(_: Date, text: string, { column: { type } }: Cell): XlsxReading {
  const hint = "the spreadsheet may have converted text or a number; format the cell as text or a number";
  return fault(text, `is a date, not ${type}; ${hint}`);
}

function fault(text: string, reason: string): XlsxReading {
  return { text, reading: { reason } };
}
