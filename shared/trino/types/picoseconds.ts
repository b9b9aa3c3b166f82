import { bindSql } from "./bindSql.ts";
import { ownError } from "./ownError.ts";
import { zoneMinutes } from "./timeZones.ts";
import { isFine, TIME_WITH_ZONE, type Type } from "./type.ts";

type Cast = (sql: string, from: Type, to: Type) => string;

const ZONED = "timestamp with time zone";

/**
 * Times with more than six fractional digits are picoseconds: of a day for times of day (with a time zone, of a day in UTC),
 * since 1970 for timestamps. The engine's times have microseconds.
 */
const PER_MICROSECOND = 1_000_000;
export const PER_MILLISECOND = 1_000_000_000;
const PER_DAY = 86_400_000_000_000_000n;
const PER_MINUTE = 60_000_000_000_000n;
const MAX_DIGITS = 12;

/** Writes the remainder of a division that is never negative. */
function remainder(sql: string, by: number | bigint): string {
  return `((${sql} % ${by} + ${by}) % ${by})`;
}

export function isOfDay({ name }: Type): boolean {
  return name === "time" || name === TIME_WITH_ZONE;
}

/** Writes the picoseconds within the microsecond of a time. */
export function withinMicrosecond(sql: string): string {
  return remainder(sql, PER_MICROSECOND);
}

/** Writes the picoseconds of an engine's time that has the name of a type. */
export function toPicoseconds(sql: string, type: Type): string {
  return isOfDay(type)
    ? `(epoch_us(${sql}) * ${PER_MICROSECOND})`
    : `(CAST(epoch_us(${sql}) AS HUGEINT) * ${PER_MICROSECOND})`;
}

/** Writes the engine's time for picoseconds, without the digits after the microseconds. */
export function toMicroseconds(sql: string, type: Type): string {
  if (isOfDay(type)) return `CAST(make_timestamp(CAST((${sql}) // ${PER_MICROSECOND} AS BIGINT)) AS TIME)`;
  return bindSql([sql], (v) => {
    const count = `CAST((${v} - ${withinMicrosecond(v)}) // ${PER_MICROSECOND} AS BIGINT)`;
    return type.name === "timestamp" ? `make_timestamp(${count})` : `make_timestamptz(${count})`;
  });
}

/** Writes picoseconds rounded to a number of digits; a time of day starts again at midnight. */
export function rounded(sql: string, type: Type, digits: number): string {
  const unit = 10n ** BigInt(MAX_DIGITS - digits);
  const moved = (v: string): string => `(${v} + ${unit / 2n})`;
  return bindSql([sql], (v) => withinDay(`(${moved(v)} - ${remainder(moved(v), unit)})`, type));
}

/** Writes the picoseconds of a time of day within a day; other times have no limit. */
export function withinDay(sql: string, type: Type): string {
  return isOfDay(type) ? `CAST(${remainder(sql, PER_DAY)} AS BIGINT)` : sql;
}

/** Converts between times if one of them is stored as picoseconds; `cast` converts times of microseconds. */
export function castFine(sql: string, from: Type, to: Type, cast: Cast): string {
  const plainFrom: Type = isFine(from) ? { ...from, size: 6 } : from;
  if (from.name === TIME_WITH_ZONE || to.name === TIME_WITH_ZONE) return castOfZone(sql, from, to, cast);
  if (!isTime(to)) return cast(toMicroseconds(sql, from), plainFrom, to);
  return bindSql([sql], (v) => {
    const plain = cast(isFine(from) ? toMicroseconds(v, from) : v, plainFrom, { ...to, size: 6 });
    if (!isFine(from)) return toPicoseconds(plain, to);
    const exact = `(${toPicoseconds(plain, to)} + ${withinMicrosecond(v)})`;
    if (to.isExact) return exactly(v, plain);
    const isLonger = (from.size ?? 3) > (to.size ?? 3);
    const digits = isLonger ? rounded(exact, to, to.size ?? 3) : withinDay(exact, to);
    return isFine(to) ? digits : toMicroseconds(digits, to);
  });
}

/** Writes a time of microseconds; fails if the time has more digits. */
function exactly(v: string, plain: string): string {
  const fail = ownError(
    "A time in the result has more than 6 fractional digits: CAST it to VARCHAR or to a type with 6 digits",
  );
  return `CASE WHEN ${v} % ${PER_MICROSECOND} <> 0 THEN ${fail} ELSE ${plain} END`;
}

/** Converts from or to a time of day with a time zone, which is stored as the time in UTC. */
function castOfZone(sql: string, from: Type, to: Type, cast: Cast): string {
  if (from.name !== TIME_WITH_ZONE) {
    const timeInUtc: Type = { name: from.name === "time" ? "time" : ZONED, size: MAX_DIGITS, zone: "UTC" };
    const castTime = cast(sql, from, timeInUtc);
    const picoseconds = from.name === "time" ? inUtc(castTime, to) : withinDay(castTime, to);
    return (from.size ?? 3) > (to.size ?? 3) ? rounded(picoseconds, to, to.size ?? 3) : picoseconds;
  }
  if (to.name !== TIME_WITH_ZONE) return cast(localClock(sql, from), { name: "time", size: MAX_DIGITS }, to);
  return (from.size ?? 3) > (to.size ?? 3) ? rounded(sql, to, to.size ?? 3) : sql;
}

/** Writes the picoseconds in UTC of a time of day in its own zone. */
export function inUtc(sql: string, type: Type): string {
  return withinDay(`(${sql} - ${BigInt(zoneMinutes(type)) * PER_MINUTE})`, type);
}

/** Writes the picoseconds of a time of day in its own zone. */
export function localClock(sql: string, type: Type): string {
  return withinDay(`(${sql} + ${BigInt(zoneMinutes(type)) * PER_MINUTE})`, type);
}

/** Tells whether a type is a time of day or a timestamp. */
export function isTime({ name }: Type): boolean {
  return name.startsWith("time");
}
