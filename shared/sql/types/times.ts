import { literal } from "#shared/duckdb/quoting.ts";
import { Refusal } from "#shared/sql/sqlError.ts";
import type { Type } from "./type.ts";

/** Writes a time with a zone as it is on the clocks of its zone. */
export function localSql(sql: string, { zone }: Type): string {
  if (zone === undefined) {
    throw new Refusal("The zone of this time differs between values: name one with AT TIME ZONE 'UTC'");
  }
  return `(${sql} AT TIME ZONE ${literal(zoneName(zone))})`;
}

/** Returns the name of a zone for ICU, which writes offsets as `GMT+2` with the sign of ISO 8601. */
export function zoneName(zone: string): string {
  const [, sign, hours, minutes = "00"] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (hours === undefined) return zone;
  return `GMT${sign}${hours}:${minutes}`;
}

/** Rounds a TIMESTAMP to a number of digits of its second. */
export function roundTime(sql: string, digits: number): string {
  if (digits >= 6) return sql;
  const unit = 10 ** (6 - digits);
  const moved = `epoch_us(${sql}) + ${unit / 2}`;
  return `make_timestamp((${moved}) - (((${moved}) % ${unit}) + ${unit}) % ${unit})`;
}
