import type { NumberFormat } from "./numberFormat.ts";
import { FormattedNumber, TimeOfDay, type XlsxValue } from "./xlsxValue.ts";

/** Day counted by spreadsheets although it does not exist: February 29, 1900. */
const NO_DAY = 60;
/** Number of days below which a number in a time format is a time or duration; dates are later than 1900. */
const DAYS_OF_DURATIONS = 366;

const DAY_MS = 86_400_000;
/** Day 0 in each of the two date systems. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 31);
const DAY_ZERO_OF_1904_MS = Date.UTC(1904, 0, 1);

/** Returns the value of a number in a cell with this format: a date, a time, or a number with its format. */
export function numberValue(number: number, format: NumberFormat, startsIn1904: boolean): XlsxValue {
  const isDate = format.kind === "date";
  if (!isDate && format.kind !== "time") return new FormattedNumber(number, format);
  // In a date format, a time on day 0 shows a day that does not exist.
  const isTime = isDate ? number > 0 && number < 1 && !startsIn1904 : number < DAYS_OF_DURATIONS;
  if (isTime && number >= 0) return new TimeOfDay(number);
  if (!startsIn1904 && Math.floor(number) === NO_DAY) return new Date(Number.NaN);
  return serialToDate(number, startsIn1904);
}

function serialToDate(serial: number, startsIn1904: boolean): Date {
  if (startsIn1904) return new Date(DAY_ZERO_OF_1904_MS + Math.round(serial * DAY_MS));
  const days = serial > NO_DAY ? serial - 1 : serial;
  return new Date(DAY_ZERO_MS + Math.round(days * DAY_MS));
}
