import type { CellNotation } from "@pdp/basics/columns";

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
/** Day or month first, then a four-digit or two-digit year, and optionally a time of day. */
const DATE =
  /^(\d{1,2})([./-]| )(\d{1,2}|[A-Za-z]{3,9}\.?)\2(\d{4}|\d{2})(?:[ T]+(\d{1,2}:\d\d(?::\d\d)?))?$/;
const YEAR_FIRST = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})(?:[ T]+(\d{1,2}:\d\d(?::\d\d)?))?$/;
const MAX_LENGTH = 40;
/** Two-digit years from this year on belong to the previous century. */
const FIRST_OF_LAST_CENTURY = 69;

/** Reads a date in one of the notations, and returns it as `YYYY-MM-DD` with its time of day; undefined for other strings. */
export function readDateNotation(cell: string, notations: ReadonlySet<CellNotation>): string | undefined {
  const text = cell.trim();
  if (text.length > MAX_LENGTH) return undefined;
  if (notations.has("YEAR_MONTH_DAY")) {
    const [, year = "", , month = "", day = "", time] = YEAR_FIRST.exec(text) ?? [];
    if (year !== "") return dateOf(year, month, day, time);
  }
  const isMonthFirst = notations.has("MONTH_DAY_YEAR");
  if (!isMonthFirst && !notations.has("DAY_MONTH_YEAR")) return undefined;
  const [, first = "", , second = "", year = "", time] = DATE.exec(text) ?? [];
  if (first === "") return undefined;
  const named = monthNamed(second);
  if (named !== undefined) return dateOf(year, named, first, time);
  return isMonthFirst ? dateOf(year, first, second, time) : dateOf(year, second, first, time);
}

function monthNamed(text: string): string | undefined {
  const index = MONTHS.indexOf(text.slice(0, 3).toLowerCase());
  return index < 0 ? undefined : String(index + 1);
}

function dateOf(year: string, month: string, day: string, time: string | undefined): string | undefined {
  if (!/^\d+$/.test(month)) return undefined;
  const century = Number(year) >= FIRST_OF_LAST_CENTURY ? "19" : "20";
  const date = [year.length === 2 ? century + year : year, month.padStart(2, "0"), day.padStart(2, "0")].join(
    "-",
  );
  const exists = new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date);
  if (!exists) return undefined;
  return time === undefined
    ? date
    : `${date}T${time.padStart(time.indexOf(":") === 1 ? time.length + 1 : 0, "0")}`;
}
