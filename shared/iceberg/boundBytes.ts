import { SCALARS, type ScalarType } from "@pdp/basics/columns";

const DAY_MS = 86_400_000;
const MICROSECONDS = 1_000_000n;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIMESTAMP = /^(\d{4}-\d\d-\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?$/;
const INTEGER = /^-?\d{1,19}$/;
const MIN_INT64 = -(2n ** 63n);

/**
 * Returns a bound of a column's values in the binary form of the Iceberg specification; null for a string that is not a value
 * of the type (with a four-digit year, for dates and times), or that cannot be compared, such as infinity.
 */
export function boundBytes(type: ScalarType, text: string): Buffer | null {
  switch (SCALARS[type].values) {
    case "text":
      return Buffer.from(text, "utf8");
    case "boolean":
      return text === "true" || text === "false" ? Buffer.from([text === "true" ? 1 : 0]) : null;
    case "whole":
      return INTEGER.test(text) ? int64(BigInt(text)) : null;
    case "decimal": {
      const value = text.trim() === "" ? Number.NaN : Number(text);
      // Zero has two signs, which compare differently in statistics and in SQL.
      return Number.isFinite(value) && value !== 0 ? double(value) : null;
    }
    case "date": {
      const days = daysOf(text);
      return days === null ? null : int32(days);
    }
    case "time":
      return timestamp(text);
  }
}

function timestamp(text: string): Buffer | null {
  const [, date = "", hours, minutes, seconds, fraction = ""] = TIMESTAMP.exec(text) ?? [];
  const days = daysOf(date);
  if (days === null) return null;
  const ofDay = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  const micros = BigInt(fraction.padEnd(6, "0"));
  return int64((BigInt(days) * 86_400n + BigInt(ofDay)) * MICROSECONDS + micros);
}

function daysOf(text: string): number | null {
  const [match, year, month, day] = DATE.exec(text) ?? [];
  if (match === undefined) return null;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getTime() / DAY_MS;
}

function int64(value: bigint): Buffer | null {
  if (value < MIN_INT64 || value >= -MIN_INT64) return null;
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}
