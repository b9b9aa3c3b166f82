import { serialToDate } from "hucre";
import type { NumberFormat } from "./numberFormat.ts";
import { FormattedNumber, TimeOfDay, type XlsxValue } from "./xlsxValue.ts";

/** Day that spreadsheets count although it does not exist: 29 February 1900. */
const NO_DAY = 60;
/** Days below which a number in a format of times alone is a time or duration; a date is later than the year 1900. */
const DAYS_OF_DURATIONS = 366;

/** Returns the value of a number in a cell with this format: a date, a time, or a number with its format. */
export function numberValue(number: number, format: NumberFormat, startsIn1904: boolean): XlsxValue {
  const isDate = format.kind === "date";
  if (!isDate && format.kind !== "time") return new FormattedNumber(number, format);
  // A date format on a time of the day 0 shows a day that does not exist.
  const isTime = isDate ? number > 0 && number < 1 && !startsIn1904 : number < DAYS_OF_DURATIONS;
  if (isTime && number >= 0) return new TimeOfDay(number);
  if (!startsIn1904 && Math.floor(number) === NO_DAY) return new Date(Number.NaN);
  return serialToDate(number, startsIn1904);
}
