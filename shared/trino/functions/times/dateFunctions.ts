import { literal } from "@pdp/basics/columns";
import { Refusal } from "../../sqlError.ts";
import { castSql } from "../../types/castSql.ts";
import {
  PER_MILLISECOND,
  toMicroseconds,
  toPicoseconds,
  withinMicrosecond,
} from "../../types/picoseconds.ts";
import { sessionZone } from "../../types/sessionZone.ts";
import {
  intervalZone,
  localSql,
  movedSql,
  roundTime,
  utc,
  zonedSql,
  zoneMinutes,
} from "../../types/timeZones.ts";
import {
  DATE,
  DAY_INTERVAL,
  isFine,
  TIME_WITH_ZONE,
  type Type,
  timestampType,
  zonedType,
} from "../../types/type.ts";
import {
  type Argument,
  type FunctionTable,
  literalOf,
  type ScalarFunction,
  scalar,
  type TrinoFunction,
  template,
} from "../functionKinds.ts";

import { FROM_ISO, FROM_ISO_NANOS } from "./isoTimes.ts";
import { FIRST_OF_DATES, PARTS_OF_DAYS, UNITS, unitOf } from "./timeUnits.ts";

const ZONED = "timestamp with time zone";

/** Writes a time as local time in its zone, without the zone. */
function onClock({ sql, type }: Argument): string {
  return type.name === ZONED ? localSql(sql, type) : sql;
}

/** Returns a field of a date, time or interval. */
function part(name: string): TrinoFunction {
  return scalar(1, 1, (_, [value]) => {
    const { sql, type } = value as Argument;
    const units = PARTS_OF_DAYS[name];
    if (type.name === "interval day to second" && units) {
      const [unit, maximum] = units;
      return maximum === 0 ? `(${sql} // ${unit})` : `((${sql} // ${unit}) % ${maximum})`;
    }
    if (type.name === "interval year to month")
      return name === "year" ? `CAST(${sql} // 12 AS BIGINT)` : `CAST(${sql} % 12 AS BIGINT)`;
    const field = `${name}(${onClock(value as Argument)})`;
    return name === "millisecond" ? `(${field} % 1000)` : field;
  });
}

function dateAdd([, count]: string[], [unit, , value]: Argument[]): string {
  const { sql, type } = value as Argument;
  const name = unitOf(unit, "date_add", type);
  const isShort = UNITS.indexOf(name) < FIRST_OF_DATES;
  const span = `to_${name}s(CAST(${count} AS ${isShort ? "BIGINT" : "INTEGER"}))`;
  const round = (time: string): string =>
    isShort && (type.size ?? 3) < 3 ? roundTime(time, type.size ?? 3) : time;
  switch (type.name) {
    case "date":
      return `CAST(${sql} + ${span} AS DATE)`;
    case "time":
      return `CAST(${round(`(DATE '1970-01-01' + ${sql} + ${span})`)} AS TIME)`;
    case ZONED:
      if (isShort) return utc(round(`CAST(${sql} + ${span} AS TIMESTAMP)`));
      return movedSql(`(${localSql(sql, type)} + ${span})`, sql, type.zone);
    default:
      return round(`(${sql} + ${span})`);
  }
}

/** Writes date_diff in complete units, so that 23 hours count as 0 days. */
function dateDiff(_: string[], [unit, from, to]: Argument[]): string {
  const [a, b] = [from as Argument, to as Argument];
  const name = unitOf(unit, "date_diff", a.type);
  const isShort = UNITS.indexOf(name) < FIRST_OF_DATES;
  if (a.type.name === "time" && (isFine(a.type) || isFine(b.type))) {
    const [x, y] = [a, b].map(({ sql, type }) => castSql(sql, type, { name: "time", size: 12 }));
    return `((${y} - ${x}) // ${(PARTS_OF_DAYS[name]?.[0] ?? 1) * PER_MILLISECOND})`;
  }
  const moment = (value: Argument): string => {
    const type = isFine(value.type) ? { ...value.type, size: 6 } : value.type;
    const sql = isFine(value.type) ? toMicroseconds(value.sql, value.type) : value.sql;
    if (type.name === "time") return `(DATE '1970-01-01' + ${sql})`;
    const isLocal = type.name === ZONED && !isShort;
    const time = isLocal
      ? localSql(sql, { ...type, zone: a.type.zone ?? "UTC" })
      : `CAST(${sql} AS TIMESTAMP)`;
    // As in Trino, microseconds do not count.
    return (type.size ?? 0) > 3 ? `date_trunc('millisecond', ${time})` : time;
  };
  return `date_sub('${name}', ${moment(a)}, ${moment(b)})`;
}

const MOMENT = `make_timestamp(CAST(CASE WHEN isnan($1) THEN 0 ELSE floor($1 * 1e3 + 0.5) END AS BIGINT) * 1000)`;

function fromUnixtime([seconds]: string[]): string {
  return utc(MOMENT.replaceAll("$1", `${seconds}`));
}

function unixtimeType([, zone, minutes]: Argument[]): Type {
  if (!zone) return zonedType(3, sessionZone().name);
  if (!minutes) return zonedType(3, zoneOf(zone));
  const total = (zone.integer ?? Number.NaN) * 60 + (minutes.integer ?? Number.NaN);
  if (!Number.isInteger(total))
    throw new Refusal("The time zone of from_unixtime must be specified as numbers");
  if (Math.abs(total) > 14 * 60)
    throw new Refusal("The time zone of from_unixtime must be within 14 hours of UTC");
  const two = (number: number): string => String(number).padStart(2, "0");
  return zonedType(
    3,
    `${total < 0 ? "-" : "+"}${two(Math.floor(Math.abs(total) / 60))}:${two(Math.abs(total) % 60)}`,
  );
}

/** Returns the zone of at_timezone, which may be an offset given as an interval. */
function zoneOrOffset(zone: Argument | undefined): string {
  const isInterval = zone?.type.name === DAY_INTERVAL.name;
  const interval = isInterval && /^\(?CAST\('(-?\d+)' AS BIGINT\)\)?$/.exec(zone.sql);
  const offset = interval ? intervalZone(Number(interval[1])) : undefined;
  return offset ?? zoneOf(zone);
}

function zoneOf(zone: Argument | undefined): string {
  const name = literalOf(zone, "The zone");
  if (/^[+-]\d\d:?\d\d$|^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return name;
  throw new Refusal("This is not a time zone");
}

/** Writes a current time as local time in the session's zone. */
function localNow(now: string): string {
  return localSql(now, zonedType(6, sessionZone().name));
}

/** Writes the seconds since 1970 of a TIMESTAMP in the session's zone. */
function epochOf(sql: string, type: Type): string {
  if (isFine(type)) return `(CAST(${castSql(sql, type, zonedType(12))} AS DOUBLE) / 1e12)`;
  return `epoch(${castSql(sql, type, zonedType(6))})`;
}

const NOW = template("date_trunc('millisecond', now())");

/** Returns a current-time function with a given number of fractional-second digits, 3 by default. */
function present(write: (now: string) => string, typeOf: (digits: number) => Type): ScalarFunction {
  const digitsOf = (digits: Argument | undefined): number => digits?.integer ?? 3;
  return scalar(
    0,
    1,
    (_, [digits]) => {
      const step = 10 ** (6 - Math.min(6, digitsOf(digits)));
      const type = typeOf(digitsOf(digits));
      if (isFine(type)) return toPicoseconds(write("now()"), type);
      return write(step === 1 ? "now()" : `(now() - to_microseconds(epoch_us(now()) % ${step}))`);
    },
    ([digits]) => typeOf(digitsOf(digits)),
  );
}
const DAY_OF = scalar(1, 1, (_, [value]) => castSql((value as Argument).sql, (value as Argument).type, DATE));

/** Returns the offset of a time zone in minutes. */
const OFFSET = (value: Argument): string =>
  value.type.name === TIME_WITH_ZONE
    ? `CASE WHEN ${value.sql} IS NOT NULL THEN CAST(${zoneMinutes(value.type)} AS BIGINT) END`
    : `date_diff('minute', CAST(${value.sql} AS TIMESTAMP), ${onClock(value)})`;

export const dateFunctions: FunctionTable = {
  at_timezone: scalar(
    2,
    2,
    ([x], [of]) =>
      of?.type.name === "timestamp" ? castSql(`${x}`, of.type, zonedType(of.type.size ?? 3)) : `${x}`,
    ([x, zone]) => ({ ...zonedOrInstant(x), zone: zoneOrOffset(zone) }),
  ),
  current_date: scalar(
    0,
    0,
    () => `CAST(${localNow("now()")} AS DATE)`,
    () => DATE,
  ),
  current_time: scalar(
    0,
    1,
    (_, [digits]) => {
      const step = 10n ** BigInt(12 - Math.min(6, digits?.integer ?? 3));
      return `((epoch_us(now()) % 86400000000 * 1000000) // ${step} * ${step})`;
    },
    ([digits]) => ({ name: TIME_WITH_ZONE, size: digits?.integer ?? 3, zone: sessionZone().offset }),
  ),
  current_timestamp: present(
    (now) => now,
    (digits) => zonedType(digits, sessionZone().name),
  ),
  current_timezone: scalar(
    0,
    0,
    () => literal(sessionZone().name),
    () => ({ name: "varchar" }),
  ),
  date: DAY_OF,
  date_add: scalar(3, 3, dateAdd),
  date_diff: scalar(3, 3, dateDiff),
  day: part("day"),
  day_of_month: part("dayofmonth"),
  day_of_week: part("isodow"),
  day_of_year: part("dayofyear"),
  dow: part("isodow"),
  doy: part("dayofyear"),
  from_iso8601_timestamp: FROM_ISO,
  from_iso8601_timestamp_nanos: FROM_ISO_NANOS,
  from_unixtime: scalar(1, 3, fromUnixtime, unixtimeType),
  from_unixtime_nanos: template("(CAST($1 AS HUGEINT) * 1000)"),
  hour: part("hour"),
  last_day_of_month: scalar(1, 1, (_, [value]) => `last_day(${onClock(value as Argument)})`),
  localtime: present(
    (now) => `CAST(${localNow(now)} AS TIME)`,
    (size) => ({ name: "time", size }),
  ),
  localtimestamp: present(
    (now) => `CAST(${localNow(now)} AS TIMESTAMP)`,
    (digits) => timestampType(digits),
  ),
  millisecond: part("millisecond"),
  minute: part("minute"),
  month: part("month"),
  now: NOW,
  quarter: part("quarter"),
  second: part("second"),
  timezone: scalar(
    1,
    1,
    (_, [x]) => literal(zonedOf(x).zone ?? fail()),
    () => ({ name: "varchar" }),
  ),
  timezone_hour: scalar(1, 1, (_, [value]) => `((${OFFSET(value as Argument)}) // 60)`),
  timezone_minute: scalar(1, 1, (_, [value]) => `((${OFFSET(value as Argument)}) % 60)`),
  to_milliseconds: template("$1"),
  to_unixtime: scalar(1, 1, ([x], [of]) =>
    (of as Argument).type.name === "timestamp"
      ? epochOf(`${x}`, (of as Argument).type)
      : isFine((of as Argument).type)
        ? `(CAST(${x} AS DOUBLE) / 1e12)`
        : `epoch(${x})`,
  ),
  week: part("weekofyear"),
  week_of_year: part("weekofyear"),
  with_timezone: scalar(
    2,
    2,
    ([x], [of, zone]) => {
      const type = of?.type as Type;
      if (!isFine(type)) return zonedSql(`${x}`, zoneOf(zone));
      const moment = zonedSql(toMicroseconds(`${x}`, type), zoneOf(zone));
      return `(${toPicoseconds(moment, type)} + ${withinMicrosecond(`${x}`)})`;
    },
    ([x, zone]) => {
      if (x?.type.name !== "timestamp")
        throw new Refusal("with_timezone requires a TIMESTAMP without a zone");
      return zonedType(x.type.size ?? 3, zoneOf(zone));
    },
  ),
  year: part("year"),
  year_of_week: part("isoyear"),
  yow: part("isoyear"),
};

function zonedOrInstant(value: Argument | undefined): Type {
  return value?.type.name === "timestamp" ? zonedType(value.type.size ?? 3) : zonedOf(value);
}

function zonedOf(value: Argument | undefined): Type {
  if (value?.type.name === ZONED) return value.type;
  throw new Refusal("This function requires a TIMESTAMP WITH TIME ZONE");
}

function fail(): never {
  throw new Refusal("The time zone differs between values");
}
