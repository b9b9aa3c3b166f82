import type { Column, ColumnType } from "#shared/domain/column.ts";
import { readCell } from "#shared/lake/formats/readCell.ts";
import { NOT_WHOLE, TOO_LARGE } from "#shared/lake/formats/readScalar.ts";
import type { JsonReading } from "#shared/lake/formats/text/checkJson.ts";
import { isEmpty, type XlsxValue } from "./xlsxSheet.ts";

/** Text of a cell, as in a CSV file, and what it is read as. */
export interface XlsxReading {
  text: string;
  reading: JsonReading;
}

type ReadCell<Value> = (value: Value, text: string, column: Column) => XlsxReading;

/** Readers of cells that hold no text, for columns of each type. */
const READERS: Record<
  ColumnType,
  { number: ReadCell<number>; boolean: ReadCell<boolean>; date: ReadCell<Date> }
> = {
  BOOL: { number: readAsText, boolean: readAsText, date: refuseDate },
  INT64: { number: readWholeNumber, boolean: refuseBoolean, date: refuseDate },
  FLOAT64: { number: readDouble, boolean: refuseBoolean, date: refuseDate },
  STRING: { number: readAsText, boolean: readAsText, date: refuseDate },
  DATE: { number: refuseNumber, boolean: refuseBoolean, date: readDay },
  TIMESTAMP: { number: refuseNumber, boolean: refuseBoolean, date: readTime },
  STRUCT: { number: readAsText, boolean: refuseBoolean, date: refuseDate },
  ARRAY: { number: readAsText, boolean: refuseBoolean, date: refuseDate },
};

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
  if (isEmpty(value) || value === null) return { text: "", reading: "missing" };
  const readers = READERS[column.type];
  switch (typeof value) {
    case "string":
      return readAsText(value, value, column);
    case "number":
      return readers.number(value, String(value), column);
    case "boolean":
      return readers.boolean(value, value ? "TRUE" : "FALSE", column);
    default: {
      const year = value.getUTCFullYear();
      if (!(year >= 1900 && year <= 9999)) return fault("", "is not a date");
      return readers.date(value, value.toISOString().replace("T00:00:00.000Z", ""), column);
    }
  }
}

function readAsText(_: unknown, text: string, column: Column): XlsxReading {
  if (ERRORS.has(text)) {
    const advice = column.nullable ? "fix it or leave the cell empty" : "fix it";
    return fault(text, `is an error of the spreadsheet, not a value; ${advice}`);
  }
  if (text.includes("\0") || !text.isWellFormed()) return fault(text, "holds a character that is not text");
  return { text, reading: readCell(column, text, true) };
}

function readWholeNumber(value: number, text: string): XlsxReading {
  if (!Number.isInteger(value)) return fault(text, NOT_WHOLE);
  if (Number.isSafeInteger(value)) return { text: String(BigInt(value)), reading: zeroOrValue(value) };
  return fault(text, "is beyond 2^53, where a spreadsheet no longer keeps every digit; load the data as CSV");
}

function readDouble(value: number, text: string): XlsxReading {
  return Number.isFinite(value) ? { text, reading: zeroOrValue(value) } : fault(text, TOO_LARGE);
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

function refuseNumber(_: number, text: string): XlsxReading {
  return fault(text, "is a number, not a date; give the cell a date format");
}

function refuseBoolean(_: boolean, text: string, { type }: Column): XlsxReading {
  return fault(text, `is a truth value, not ${type}`);
}

function refuseDate(_: Date, text: string, { type }: Column): XlsxReading {
  const hint = "the spreadsheet may have turned a text or number into it; format the cell as text or number";
  return fault(text, `is a date, not ${type}; ${hint}`);
}

function fault(text: string, reason: string): XlsxReading {
  return { text, reading: { reason } };
}
