import { literal } from "@pdp/basics/columns";
import { Refusal } from "../sqlError.ts";
import { bindSql } from "./bindSql.ts";
import type { Type } from "./type.ts";

/** Writes a zoned time as local time in its zone. */
export function localSql(sql: string, { zone }: Type): string {
  if (zone === undefined) {
    throw new Refusal("The time zone differs between values: specify one with AT TIME ZONE 'UTC'");
  }
  const minutes = offsetOf(zone);
  if (zone === "UTC") return clockOfUtc(sql);
  if (minutes === undefined) return `(${sql} AT TIME ZONE ${literal(zone)})`;
  return `(${clockOfUtc(sql)} + to_minutes(${minutes}))`;
}

/**
 * Converts a local time into a zoned time, as Joda-Time does for Trino's functions: an ambiguous time gets the offset that
 * applies at the same time in UTC, and a skipped time moves past the gap.
 */
export function zonedSql(sql: string, zone = "UTC"): string {
  if (isFixed(zone)) return fixedSql(sql, zone);
  const clock = (instant: string): string => `(${utc(instant)} AT TIME ZONE ${literal(zone)})`;
  return bindSql([sql], (x) =>
    bindSql([`(${x} - (${clock(x)} - ${x}))`], (first) =>
      bindSql([`(${x} - (${clock(first)} - ${first}))`], (second) =>
        utc(`CASE WHEN ${first} > ${x} AND ${clock(second)} <> ${x} THEN ${first} ELSE ${second} END`),
      ),
    ),
  );
}

/**
 * Writes the zoned time for a local time computed from another time, using that time's offset if it is valid for the local
 * time.
 */
export function movedSql(sql: string, from: string, zone = "UTC"): string {
  if (isFixed(zone)) return fixedSql(sql, zone);
  return bindSql([sql, from], (x, instant) => {
    const offset = `((${instant} AT TIME ZONE ${literal(zone)}) - ${clockOfUtc(instant)})`;
    return bindSql(
      [utc(`(${x} - ${offset})`)],
      (same) =>
        `CASE WHEN (${same} AT TIME ZONE ${literal(zone)}) = ${x} THEN ${same} ELSE ${zonedSql(x, zone)} END`,
    );
  });
}

/** Writes the zoned time of a text: the earlier of two ambiguous times, and `skipped` for a time that the zone skips. */
export function literalSql(sql: string, zone: string, skipped: (local: string) => string): string {
  if (isFixed(zone)) return fixedSql(sql, zone);
  const clock = (instant: string): string => `(${instant} AT TIME ZONE ${literal(zone)})`;
  const withOffsetOf = (x: string, days: string): string =>
    utc(`(${x} - (${clock(utc(`(${x} ${days})`))} - (${x} ${days})))`);
  return bindSql([sql], (x) =>
    bindSql(
      [withOffsetOf(x, "- INTERVAL 1 DAY"), withOffsetOf(x, "+ INTERVAL 1 DAY")],
      (before, after) =>
        `CASE WHEN ${clock(before)} = ${x} THEN ${before} WHEN ${clock(after)} = ${x} THEN ${after} ELSE ${skipped(x)} END`,
    ),
  );
}

/** Writes the zoned time for a UTC time; AT TIME ZONE would be ten times slower. */
export function utc(sql: string): string {
  return `make_timestamptz(epoch_us(${sql}))`;
}

/** Writes a zoned time as UTC time. */
function clockOfUtc(sql: string): string {
  return `make_timestamp(epoch_us(${sql}))`;
}

function isFixed(zone: string): boolean {
  return zone === "UTC" || offsetOf(zone) !== undefined;
}

/** Writes the zoned time for a local time in a zone without a name. */
function fixedSql(sql: string, zone: string): string {
  return zone === "UTC" ? utc(sql) : utc(`(${sql} - to_minutes(${offsetOf(zone)}))`);
}

/** Returns the offset in minutes of the zone of a time of day. */
export function zoneMinutes({ zone = "" }: Type): number {
  const minutes = offsetOf(zone);
  if (minutes === undefined)
    throw new Refusal("The offset of this time differs between values: cast it to TIME");
  return minutes;
}

/** Returns a zone as Trino names it: offsets such as `-2` or `UTC+5:30` become `-02:00` and `+05:30`. */
export function zoneName(zone: string): string {
  const [, sign, hours, minutes = "00"] =
    /^(?:GMT|UTC|UT)?([+-])(\d\d|\d(?=$))(?::?(\d\d))?$/i.exec(zone) ?? [];
  if (hours === undefined) return /^(?:Z|UT)$/i.test(zone) ? "UTC" : zone;
  if (Number(hours) * 60 + Number(minutes) > 14 * 60)
    throw new Refusal(`There is no time zone ${zone}: offsets are within 14 hours of UTC`);
  const offset = `${sign}${hours.padStart(2, "0")}:${minutes}`;
  return /^.00:00$/.test(offset) ? "UTC" : offset;
}

/** Returns the zone in which a text states a time; undefined if it states none. */
export function zoneOfText(text: string): string | undefined {
  const [, zone] =
    /^\s*\+?\d+-\d+-\d+(?: \d+:\d+(?::\d+(?:\.\d+)?)?)? ?([+-](?:\d|\d\d(?::?\d\d)?)|[A-Za-z][\w/+-]*)\s*$/.exec(
      text,
    ) ?? [];
  return zone === undefined ? undefined : zoneName(zone);
}

/** Returns the minutes of a zone given as an offset; undefined for a named zone. */
function offsetOf(zone: string): number | undefined {
  const [, sign, hours, minutes = "0"] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (hours === undefined) return undefined;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Returns a zone given as an interval in milliseconds; undefined unless it is a number of minutes below 14 hours. */
export function intervalZone(milliseconds: number): string | undefined {
  const minutes = Math.abs(milliseconds) / 60_000;
  if (!Number.isInteger(minutes) || minutes > 14 * 60) return undefined;
  const digits = (number: number): string => String(number).padStart(2, "0");
  return `${milliseconds < 0 ? "-" : "+"}${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}

/** Rounds a TIMESTAMP to a number of fractional-second digits. */
export function roundTime(sql: string, digits: number): string {
  if (digits >= 6) return sql;
  const unit = 10 ** (6 - digits);
  const moved = `epoch_us(${sql}) + ${unit / 2}`;
  return `make_timestamp((${moved}) - (((${moved}) % ${unit}) + ${unit}) % ${unit})`;
}
