import type { Column } from "#shared/domain/column.ts";
import { readCell } from "#shared/lake/formats/readCell.ts";
import { MISSING_REASON } from "#shared/lake/formats/readScalar.ts";
import type { JsonFault } from "#shared/lake/formats/text/jsonScanner.ts";
import { isEmpty, type XlsxValue } from "./xlsxSheet.ts";

/** Text of the value in a CSV file, null if there is none, or the fault. */
export type XlsxReading = { text: string | null; zero?: boolean } | { fault: JsonFault };

const MISSING = { text: null };
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

/**
 * Converts a cell's value to the column's type. Spreadsheets store numbers in double precision and dates as numbers.
 */
export function readXlsxCell(column: Column, value: XlsxValue): XlsxReading {
  if (isEmpty(value) || value === null) return MISSING;
  if (typeof value === "string") return readText(column, value);
  if (typeof value === "number") return readNumber(column, value);
  if (typeof value === "boolean") return readBoolean(column, value);
  return readTime(column, value);
}

function readText(column: Column, text: string): XlsxReading {
  if (ERRORS.has(text)) {
    const advice = column.nullable ? "fix it or leave the cell empty" : "fix it";
    return fault(text, `is an error of the spreadsheet, not a value; ${advice}`);
  }
  if (text.includes("\0") || !text.isWellFormed()) return fault(text, "holds a character that is not text");
  const reading = readCell(column, text, true);
  if (typeof reading === "object") {
    return { fault: reading.reason === MISSING_REASON ? reading : { value: text, ...reading } };
  }
  return reading === "missing" ? MISSING : { text, zero: reading === "zero" };
}

function readNumber(column: Column, value: number): XlsxReading {
  const text = String(value);
  switch (column.type) {
    case "INT64":
      if (!Number.isInteger(value)) return fault(text, "is not a whole number");
      if (Number.isSafeInteger(value)) return { text: String(BigInt(value)), zero: value === 0 };
      return fault(
        text,
        "is beyond 2^53, where a spreadsheet no longer keeps every digit; load the data as CSV",
      );
    case "FLOAT64":
      return Number.isFinite(value) ? { text, zero: value === 0 } : fault(text, "is too large for FLOAT64");
    case "DATE":
    case "TIMESTAMP":
      return fault(text, "is a number, not a date; give the cell a date format");
    default:
      return readText(column, text);
  }
}

function readBoolean(column: Column, value: boolean): XlsxReading {
  const text = value ? "TRUE" : "FALSE";
  if (column.type === "BOOL" || column.type === "STRING") return readText(column, text);
  return fault(text, `is a truth value, not ${column.type}`);
}

function readTime(column: Column, value: Date): XlsxReading {
  const year = value.getUTCFullYear();
  if (!(year >= 1900 && year <= 9999)) return fault("", "is not a date");
  const text = value.toISOString();
  const midnight = text.endsWith("T00:00:00.000Z");
  const shown = midnight ? text.slice(0, 10) : text;
  if (column.type === "TIMESTAMP") return { text };
  if (column.type === "DATE")
    return midnight ? { text: shown } : fault(shown, "is a time of day, not a date alone");
  const hint = "the spreadsheet may have turned a text or number into it; format the cell as text or number";
  return fault(shown, `is a date, not ${column.type}; ${hint}`);
}

function fault(value: string, reason: string): XlsxReading {
  return { fault: { value, reason } };
}
