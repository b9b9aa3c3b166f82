import { Refusal } from "../../sqlError.ts";
import { bindSql } from "../../types/bindSql.ts";
import { castSql } from "../../types/castSql.ts";
import { toMicroseconds } from "../../types/picoseconds.ts";
import { textSql } from "../../types/textSql.ts";
import { localSql, movedSql, roundTime } from "../../types/timeZones.ts";
import { isFine, type Type, timestampType } from "../../types/type.ts";
import { type Argument, type FunctionTable, failSql, literalOf, scalar } from "../functionKinds.ts";
import { formatTime } from "./formatTime.ts";
import { parseTime } from "./parseTime.ts";

export const TIME_SIGNATURES = `
format_datetime:timestamp,varchar:varchar|zoned,varchar:varchar
from_iso8601_date:varchar:date
human_readable_seconds:double:varchar
parse_datetime:varchar,varchar:@parsed
parse_duration:varchar:days
to_iso8601:date:@iso8601|timestamp:@iso8601|zoned:@iso8601
`;

type Context = { inTry: boolean };

/** Writes a time as a TIMESTAMP in the local time of its zone. */
function local(sql: string, type: Type): string {
  if (type.name === "timestamp with time zone") return localSql(sql, type);
  if (type.name === "time") return `(DATE '1970-01-01' + ${sql})`;
  return type.name === "date" ? `CAST(${sql} AS TIMESTAMP)` : sql;
}

/** Writes a time of a given type from a local TIMESTAMP that was computed from another time. */
function fromLocal(sql: string, from: string, type: Type): string {
  if (type.name === "timestamp with time zone") return movedSql(sql, from, type.zone);
  if (type.name === "time") return `CAST(${sql} AS TIME)`;
  return type.name === "date" ? `CAST(${sql} AS DATE)` : sql;
}

/** Writes a time as a TIMESTAMP in the local time of its zone, rounded to milliseconds. */
function inMilliseconds(sql: string, type: Type): string {
  const time = local(sql, type);
  return (type.size ?? 0) > 3 ? roundTime(time, 3) : time;
}

function typeOf(argument: Argument | undefined): Type {
  return argument?.type ?? { name: "unknown" };
}

export const timeFunctions: FunctionTable = {
  date_format: scalar(2, 2, ([x], [of, format]) =>
    formatTime(
      inMilliseconds(`${x}`, typeOf(of)),
      literalOf(format, "The format of date_format"),
      "date_format",
    ),
  ),
  date_parse: scalar(2, 2, ([text], [, format], context) =>
    parseTime(`${text}`, literalOf(format, "The format of date_parse"), "date_parse", context),
  ),
  date_trunc: scalar(2, 2, dateTrunc),
  format_datetime: scalar(2, 2, ([x], [of, format]) => {
    const offset = typeOf(of).name === "timestamp with time zone" ? offsetSql(`${x}`, typeOf(of)) : undefined;
    return formatTime(
      inMilliseconds(`${x}`, typeOf(of)),
      literalOf(format, "The format of format_datetime"),
      "format_datetime",
      offset,
    );
  }),
  from_iso8601_date: scalar(1, 1, ([text]) =>
    bindSql([`${text}`], (t) => {
      const week = `CAST(date_trunc('week', make_date(CAST(${t}[:4] AS BIGINT), 1, 4)) AS DATE) + CAST((CAST(${t}[7:8] AS INTEGER) - 1) * 7 + CAST(coalesce(nullif(${t}[10:], ''), '1') AS INTEGER) - 1 AS INTEGER)`;
      const day = `make_date(CAST(${t}[:4] AS BIGINT), 1, 1) + CAST(CAST(${t}[6:] AS INTEGER) - 1 AS INTEGER)`;
      const wrong = `CAST('"' || ${t} || '"' AS DATE)`;
      const within = (sql: string, year: string): string =>
        bindSql(
          [sql],
          (date) => `CASE WHEN ${year}(${date}) = CAST(${t}[:4] AS BIGINT) THEN ${date} ELSE ${wrong} END`,
        );
      const day3 = `WHEN regexp_full_match(${t}, '\\d{4}-\\d{3}') THEN ${within(day, "year")}`;
      const weekday = `WHEN regexp_full_match(${t}, '\\d{4}-W\\d\\d(-[1-7])?') THEN ${within(week, "isoyear")}`;
      return `CASE ${weekday} ${day3} WHEN regexp_full_match(${t}, '\\d{4}-\\d\\d-\\d\\d') THEN CAST(${t} AS DATE) ELSE ${wrong} END`;
    }),
  ),
  human_readable_seconds: scalar(1, 1, ([seconds], _, context) => readable(`${seconds}`, context)),
  parse_datetime: scalar(2, 2, ([text], [, format], context) =>
    parseTime(`${text}`, literalOf(format, "The format of parse_datetime"), "parse_datetime", context),
  ),
  parse_duration: scalar(1, 1, ([text], _, context) => parseDuration(`${text}`, context)),
  to_iso8601: scalar(1, 1, toIso),
};

/** Writes the UTC offset of a time's zone in minutes. */
function offsetSql(sql: string, type: Type): string {
  return bindSql([sql], (x) => `((epoch_us(${localSql(x, type)}) - epoch_us(${x})) // 60000000)`);
}

const CLOCK_UNITS = ["millisecond", "second", "minute", "hour"];
const DAY_UNITS = ["day", "week", "month", "quarter", "year"];

function unitOf(argument: Argument | undefined, name: string, type: Type): string {
  const unit = literalOf(argument, `The unit of ${name}`).toLowerCase();
  const units =
    type.name === "date" ? DAY_UNITS : type.name === "time" ? CLOCK_UNITS : [...CLOCK_UNITS, ...DAY_UNITS];
  if (units.includes(unit)) return unit;
  throw new Refusal(`The unit of ${name} must be one of ${units.join(", ")}`);
}

function dateTrunc([, x]: string[], [unit, of]: Argument[]): string {
  const type = typeOf(of);
  const name = unitOf(unit, "date_trunc", type);
  if (type.name !== "timestamp with time zone" || !CLOCK_UNITS.includes(name)) {
    return fromLocal(`date_trunc('${name}', ${local(`${x}`, type)})`, `${x}`, type);
  }
  // Subtracts the time since the start of the hour, because that hour may occur twice in local time.
  return bindSql(
    [`${x}`],
    (t) => `(${t} - (${localSql(t, type)} - date_trunc('${name}', ${localSql(t, type)})))`,
  );
}

function toIso([x]: string[], [of]: Argument[]): string {
  const type = typeOf(of);
  if (type.name === "date") return `CAST(${x} AS VARCHAR)`;
  const clock = timestampType(type.size ?? 3);
  const plain = (sql: string): string => `replace(${textSql(sql, clock)}, ' ', 'T')`;
  if (type.name === "timestamp") return plain(`${x}`);
  return bindSql([`${x}`], (t) => {
    const moment = isFine(type) ? toMicroseconds(t, type) : t;
    return `${plain(castSql(t, type, clock))} || ${offsetText(offsetSql(moment, type), ":", "Z")}`;
  });
}

/** Writes an offset in minutes as `+01:00`. */
export function offsetText(minutes: string, colon: string, zero?: string): string {
  return bindSql([minutes], (m) => {
    const text = `CASE WHEN ${m} < 0 THEN '-' ELSE '+' END || format('{:02d}', abs(${m}) // 60) || '${colon}' || format('{:02d}', abs(${m}) % 60)`;
    return zero === undefined ? text : `CASE WHEN ${m} = 0 THEN '${zero}' ELSE ${text} END`;
  });
}

function readable(seconds: string, context: Context): string {
  const units: [string, number][] = [
    ["week", 604_800],
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
    ["second", 1],
  ];
  return bindSql([`CAST(round(${seconds}) AS BIGINT)`], (s) => {
    const parts = units.map(([unit, size], index) => {
      const before = units[index - 1]?.[1];
      const count = `((${s}${before ? ` % ${before}` : ""}) // ${size})`;
      const isShown = unit === "second" ? `(${count} > 0 OR ${s} = 0)` : `${count} > 0`;
      return `CASE WHEN ${isShown} THEN CAST(${count} AS VARCHAR) || CASE WHEN ${count} = 1 THEN ' ${unit}' ELSE ' ${unit}s' END END`;
    });
    return `CASE WHEN ${s} < 0 THEN ${failSql("human_readable_seconds does not accept negative numbers", context)} WHEN ${s} IS NOT NULL THEN concat_ws(', ', ${parts.join(", ")}) END`;
  });
}

const DURATIONS = { ns: 1e-6, us: 1e-3, ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function parseDuration(text: string, context: Context): string {
  const fail = failSql(
    "A string is not a duration such as '1.5 h': the units are ns, us, ms, s, m, h and d",
    context,
  );
  return bindSql([text], (t) => {
    const parts = `regexp_extract(${t}, '^\\s*(\\d+(?:\\.\\d+)?)\\s*(ns|us|ms|s|m|h|d)\\s*$', ['n', 'u'])`;
    return bindSql([parts], (p) => {
      const cases = Object.entries(DURATIONS).map(([unit, ms]) => `WHEN '${unit}' THEN ${ms}::DOUBLE`);
      return `CASE WHEN ${p}.n = '' THEN ${fail} WHEN ${t} IS NOT NULL THEN CAST(round(CAST(${p}.n AS DOUBLE) * CASE ${p}.u ${cases.join(" ")} END) AS BIGINT) END`;
    });
  });
}
