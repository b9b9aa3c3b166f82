import { castSql } from "../../types/castSql.ts";
import { toMicroseconds, toPicoseconds, withinMicrosecond } from "../../types/picoseconds.ts";
import { isFine, TIME_WITH_ZONE, type Type } from "../../types/type.ts";
import type { Argument } from "../functionKinds.ts";

/** Functions that read all digits of a time themselves. */
const EXACT = new Set(["date_diff", "to_iso8601", "to_unixtime"]);
/** Functions of the parts of a time of day, which they read from its local time. */
const PARTS = new Set(["hour", "minute", "second", "millisecond"]);
/** Function whose result keeps the digits of their argument after the microseconds. */
const KEEPING = "date_add";

/** Returns the argument of a part of a time of day with a zone as a time of day without one. */
export function withoutZone(name: string, value: Argument): Argument {
  if (value.type.name !== TIME_WITH_ZONE || !PARTS.has(name)) return value;
  const type: Type = { name: "time", size: 12 };
  return { ...value, sql: castSql(value.sql, value.type, type), type };
}

/** Returns an argument of a time function in microseconds, which time functions compute with. */
export function inMicroseconds(name: string, value: Argument): Argument {
  const { type } = value;
  if (!isFine(type) || type.name === TIME_WITH_ZONE || EXACT.has(name)) return value;
  return { ...value, sql: toMicroseconds(value.sql, type), type: { ...type, size: 6 } };
}

/** Writes the result of a time function, computed in microseconds, as picoseconds. */
export function fineResult(name: string, sql: string, type: Type, given: Argument): string {
  const plain = toPicoseconds(sql, type);
  return name === KEEPING ? `(${plain} + ${withinMicrosecond(given.sql)})` : plain;
}
