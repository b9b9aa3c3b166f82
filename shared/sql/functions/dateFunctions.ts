import { literal } from "#shared/duckdb/quoting.ts";
import { Refusal } from "#shared/sql/sqlError.ts";
import {
  type Argument,
  type FunctionTable,
  literalOf,
  renamedFunction,
  scalar,
  type TrinoFunction,
  template,
} from "./functionKinds.ts";

const part = (name: string): TrinoFunction => renamedFunction(name, 1);
const DATE = template("CAST($1 AS DATE)");
const NOW = template("CAST(now() AS TIMESTAMP)");

/** Date functions. All times are UTC without a zone: `now()` and `from_iso8601_timestamp` return TIMESTAMP. */
export const dateFunctions: FunctionTable = {
  current_date: template("CAST(now() AS DATE)"),
  current_timestamp: NOW,
  date: DATE,
  date_add: scalar(3, 3, dateAdd),
  date_diff: scalar(3, 3, dateDiff),
  date_format: formatFunction("date_format", "strftime"),
  date_parse: formatFunction("date_parse", "strptime"),
  date_trunc: scalar(2, 2, dateTrunc),
  day: part("day"),
  day_of_month: part("day"),
  day_of_week: part("isodow"),
  day_of_year: part("dayofyear"),
  dow: part("isodow"),
  doy: part("dayofyear"),
  from_iso8601_date: DATE,
  from_iso8601_timestamp: template("CAST(CAST($1 AS TIMESTAMPTZ) AS TIMESTAMP)"),
  from_unixtime: template("make_timestamp(CAST(round($1 * 1e6) AS BIGINT))"),
  from_unixtime_nanos: template(fromNanoseconds()),
  hour: part("hour"),
  last_day_of_month: renamedFunction("last_day", 1),
  localtime: template("CAST(CAST(now() AS TIMESTAMP) AS TIME)"),
  localtimestamp: NOW,
  millisecond: template("(millisecond($1) % 1000)"),
  minute: part("minute"),
  month: part("month"),
  now: NOW,
  quarter: part("quarter"),
  second: part("second"),
  to_unixtime: template("epoch(CAST($1 AS TIMESTAMP))"),
  week: part("weekofyear"),
  week_of_year: part("weekofyear"),
  year: part("year"),
  year_of_week: part("isoyear"),
  yow: part("isoyear"),
};

/** Units of intervals, for each of which DuckDB has a function such as `to_days`. */
const UNITS = ["millisecond", "second", "minute", "hour", "day", "week", "month", "quarter", "year"];
/** Units whose functions take a BIGINT. */
const SHORT_UNITS = UNITS.slice(0, 4);

function unitOf(argument: Argument | undefined, name: string): string {
  const unit = literalOf(argument, `The unit of ${name}`).toLowerCase();
  if (UNITS.includes(unit)) return unit;
  throw new Refusal(`The unit of ${name} is one of ${UNITS.join(", ")}`);
}

/** Writes date_add; the result of a DATE stays a DATE. */
function dateAdd([, count, x]: string[], [unit]: Argument[]): string {
  const name = unitOf(unit, "date_add");
  const whole = SHORT_UNITS.includes(name) ? "BIGINT" : "INTEGER";
  return `cast_to_type(${x} + to_${name}s(CAST(${count} AS ${whole})), ${x})`;
}

/** Writes date_diff in complete units, so that 23 hours are 0 days. */
function dateDiff([, from, to]: string[], [unit]: Argument[]): string {
  return `date_sub('${unitOf(unit, "date_diff")}', CAST(${from} AS TIMESTAMP), CAST(${to} AS TIMESTAMP))`;
}

function dateTrunc([, x]: string[], [unit]: Argument[]): string {
  return `cast_to_type(date_trunc('${unitOf(unit, "date_trunc")}', ${x}), ${x})`;
}

/** Rounds nanoseconds to the microseconds of a TIMESTAMP. DuckDB divides decimals as doubles. */
function fromNanoseconds(): string {
  const nearest = "(CAST($1 AS HUGEINT) + 500)";
  return `make_timestamp(CAST((${nearest} - (${nearest} % 1000 + 1000) % 1000) // 1000 AS BIGINT))`;
}

/** Format letters with the same meaning in MySQL, whose formats Trino has, and in strftime. */
const SAME_FORMATS = "abdfHIjmpSYy";
/** Format letters of MySQL with what strftime has for them. */
const FORMATS = new Map([
  ["c", "%-m"],
  ["e", "%-d"],
  ["h", "%I"],
  ["i", "%M"],
  ["k", "%-H"],
  ["l", "%-I"],
  ["M", "%B"],
  ["r", "%I:%M:%S %p"],
  ["s", "%S"],
  ["T", "%H:%M:%S"],
  ["v", "%V"],
  ["W", "%A"],
  ["%", "%%"],
  ...[...SAME_FORMATS].map((letter): [string, string] => [letter, `%${letter}`]),
]);

/** Returns a function whose second argument is a format. */
function formatFunction(name: string, inDuckDb: string): TrinoFunction {
  const write = ([x]: string[], [, format]: Argument[]): string =>
    `${inDuckDb}(${x}, ${literal(convertFormat(format, name))})`;
  return scalar(2, 2, write);
}

function convertFormat(argument: Argument | undefined, name: string): string {
  const pattern = literalOf(argument, `The format of ${name}`);
  return pattern.replace(/%(.?)/gs, (written, letter: string) => {
    const converted = FORMATS.get(letter);
    if (converted === undefined) throw new Refusal(`The format of ${name} cannot contain ${written}`);
    return converted;
  });
}
