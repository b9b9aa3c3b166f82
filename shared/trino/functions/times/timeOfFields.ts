import { Refusal } from "../../sqlError.ts";
import { sessionZone } from "../../types/sessionZone.ts";
import { literalSql, utc } from "../../types/timeZones.ts";
import { DAYS, MONTHS } from "./timeFormats.ts";

/** Writes the time from the field strings of a format; missing fields default to 2000-01-01 or 1970-01-01. */
export function timeOf(
  f: string,
  fields: ReadonlyMap<string, string>,
  isZoned: boolean,
  fail: string,
): string {
  const has = (name: string): boolean => fields.has(name);
  const number = (name: string, otherwise: string): string =>
    has(name) ? `CAST(${f}.${name} AS BIGINT)` : otherwise;
  const isDate = ["year", "shortYear", "month", "day", "yearday", "weekday", "dow", "week", "weekyear"].some(
    has,
  );
  if (has("weekyear") !== has("week"))
    throw new Refusal("A week requires its year: use %x and %v, or xxxx and ww");
  if (has("yearday") && (has("month") || has("day")))
    throw new Refusal("A day of the year cannot be combined with month and day");
  if (has("weekyear") && ["year", "shortYear", "month", "day", "yearday"].some(has))
    throw new Refusal("A week cannot be combined with month and day");
  if (has("dow") && has("weekday")) throw new Refusal("The format contains the day of the week twice");
  const short = `CAST(${f}.shortYear AS BIGINT)`;
  const year = has("shortYear")
    ? `(${short} + CASE WHEN ${short} < 70 THEN 2000 ELSE 1900 END)`
    : number("year", isDate ? "2000" : "1970");
  let date = `make_date(${year}, ${monthOf(f, fields)}, ${number("day", "1")})`;
  if (has("yearday")) {
    const last = `dayofyear(make_date(${year}, 12, 31))`;
    date = `make_date(${year}, 1, 1) + CAST(CASE WHEN ${number("yearday", "1")} BETWEEN 1 AND ${last} THEN ${number("yearday", "1")} - 1 ELSE CAST('"' || ${f}.yearday || '"' AS INTEGER) END AS INTEGER)`;
  }
  if (has("weekyear")) {
    const last = `weekofyear(make_date(${number("weekyear", "")}, 12, 28))`;
    const week = number("week", "1");
    date = `CAST(date_trunc('week', make_date(${number("weekyear", "")}, 1, 4)) AS DATE) + CAST(CASE WHEN ${week} BETWEEN 1 AND ${last} THEN (${week} - 1) * 7 ELSE CAST('"' || ${f}.week || '"' AS INTEGER) END AS INTEGER)`;
  }
  if (has("weekday") || has("dow")) {
    const weekday = has("dow") ? number("dow", "1") : placeIn(DAYS, `${f}.weekday`);
    if (!["year", "shortYear", "weekyear"].some(has)) throw new Refusal("A day of the week requires a year");
    const wrong = has("dow") ? ` ELSE CAST('"' || ${f}.dow || '"' AS INTEGER)` : "";
    date = `CAST(date_trunc('week', ${date}) AS DATE) + CAST(CASE WHEN ${weekday} BETWEEN 1 AND 7 THEN ${weekday} - 1${wrong} END AS INTEGER)`;
  }
  const milliseconds = has("fraction") ? `CAST(rpad(${f}.fraction, 3, '0')[:3] AS BIGINT)` : "0";
  const clock = `make_time(${hourOf(f, fields)}, ${number("minute", "0")}, CAST(${number("second", "0")} AS DOUBLE))`;
  const time = `(${date} + ${clock} + to_milliseconds(${milliseconds}))`;
  if (!isZoned) return time;
  const zone = `replace(${f}.offset, ':', '')`;
  const minutes = `CASE WHEN ${zone} = 'Z' THEN 0 ELSE (CAST(${zone}[2:3] AS INTEGER) * 60 + CAST(${zone}[4:5] AS INTEGER)) * CASE WHEN ${zone}[1] = '-' THEN -1 ELSE 1 END END`;
  return has("offset")
    ? utc(`(${time} - to_minutes(CAST(${minutes} AS BIGINT)))`)
    : literalSql(time, sessionZone().name, () => fail);
}

function monthOf(f: string, fields: ReadonlyMap<string, string>): string {
  if (!fields.has("month")) return "1";
  return `CASE WHEN regexp_matches(${f}.month, '^\\d') THEN TRY_CAST(${f}.month AS BIGINT) ELSE ${placeIn(MONTHS, `${f}.month`)} END`;
}

/** Writes the one-based position of a name in a list, matching by its first three letters. */
function placeIn(names: string[], text: string): string {
  return `CAST(list_position([${names.map((name) => `'${name.slice(0, 3).toLowerCase()}'`).join(", ")}], lower(${text}[:3])) AS BIGINT)`;
}

function hourOf(f: string, fields: ReadonlyMap<string, string>): string {
  const given = ["hour", "hour24", "hour12", "hour11"].filter((name) => fields.has(name));
  if (given.length > 1) throw new Refusal("The format contains the hour twice");
  const [name] = given;
  const hour = `CAST(${f}.${name} AS BIGINT)`;
  const afternoon = fields.has("half") ? ` + CASE WHEN lower(${f}.half) = 'pm' THEN 12 ELSE 0 END` : "";
  const within = (low: number, high: number, sql: string): string =>
    `CASE WHEN ${hour} BETWEEN ${low} AND ${high} THEN ${sql} ELSE 99 END`;
  switch (name) {
    case undefined:
      return fields.has("half") ? `(0${afternoon})` : "0";
    case "hour":
      if (fields.has("half")) throw new Refusal("AM and PM go with the hours from 1 to 12: %h or hh");
      return hour;
    case "hour24":
      return within(1, 24, `${hour} % 24`);
    case "hour12":
      return within(1, 12, `${hour} % 12${afternoon}`);
    default:
      return within(0, 11, `${hour}${afternoon}`);
  }
}
