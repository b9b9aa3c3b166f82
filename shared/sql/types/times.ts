import { literal } from "#shared/duckdb/quoting.ts";
import { Refusal } from "#shared/sql/sqlError.ts";
import { bindSql } from "./bindSql.ts";
import type { Type } from "./type.ts";

/** Writes a time with a zone as it is on the clocks of its zone. */
export function localSql(sql: string, { zone }: Type): string {
  if (zone === undefined) {
    throw new Refusal("The zone of this time differs between values: name one with AT TIME ZONE 'UTC'");
  }
  const minutes = offsetOf(zone);
  if (minutes === undefined) return `(${sql} AT TIME ZONE ${literal(zone)})`;
  return `((${sql} AT TIME ZONE 'UTC') + to_minutes(${minutes}))`;
}

/** Writes the time with a zone of a time on the clocks of that zone. */
export function zonedSql(sql: string, zone = "UTC"): string {
  const minutes = offsetOf(zone);
  if (zone === "UTC") return `(${sql} AT TIME ZONE 'UTC')`;
  if (minutes === undefined) {
    // A time that the clocks show twice is the first of the two.
    return bindSql([sql], (x) =>
      bindSql(
        [`(${x} AT TIME ZONE ${literal(zone)})`],
        (later) =>
          `CASE WHEN ((${later} - INTERVAL 1 HOUR) AT TIME ZONE ${literal(zone)}) = ${x} THEN ${later} - INTERVAL 1 HOUR ELSE ${later} END`,
      ),
    );
  }
  return `((${sql} - to_minutes(${minutes})) AT TIME ZONE 'UTC')`;
}

/** Returns the minutes of a zone that is written as an offset; undefined for one with a name. */
function offsetOf(zone: string): number | undefined {
  const [, sign, hours, minutes = "0"] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (hours === undefined) return undefined;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Rounds a TIMESTAMP to a number of digits of its second. */
export function roundTime(sql: string, digits: number): string {
  if (digits >= 6) return sql;
  const unit = 10 ** (6 - digits);
  const moved = `epoch_us(${sql}) + ${unit / 2}`;
  return `make_timestamp((${moved}) - (((${moved}) % ${unit}) + ${unit}) % ${unit})`;
}
