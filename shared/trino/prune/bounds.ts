import type { ColumnBounds, ColumnType } from "@pdp/basics/columns";
import type { Expression } from "../parse/ast.ts";

/** Sort key of a value, literal or bound; all keys in one comparison are of the same kind. */
export type Point =
  | { kind: "whole"; at: bigint }
  | { kind: "real"; at: number }
  | { kind: "text"; at: Buffer };

/** Relative difference allowed between two representations of the same real number. */
const REAL_TOLERANCE = 1e-12;
const MOMENT = /^(\d{4})-(\d{1,2})-(\d{1,2})(?: (\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,6}))?)?)?$/;
const MICROSECONDS = 1_000n;

/** Reads a literal that is compared with a column of a given type; undefined for other expressions. */
export function literalPoint(literal: Expression, type: ColumnType): Point | undefined {
  switch (type) {
    case "INT64":
    case "FLOAT64":
      return numberPoint(literal, type);
    case "STRING":
      return literal.kind === "string" ? { kind: "text", at: Buffer.from(literal.value) } : undefined;
    case "DATE":
    case "TIMESTAMP": {
      const isMoment = literal.kind === "typed" && ["date", "timestamp"].includes(literal.type.name);
      return isMoment ? momentPoint(literal.value) : undefined;
    }
    default:
      return undefined;
  }
}

function numberPoint(literal: Expression, type: "INT64" | "FLOAT64"): Point | undefined {
  if (literal.kind === "negate") {
    const point = numberPoint(literal.of, type);
    if (point?.kind === "whole") return { kind: "whole", at: -point.at };
    return point?.kind === "real" ? { kind: "real", at: -point.at } : undefined;
  }
  if (literal.kind !== "number") return undefined;
  if (type === "INT64" && literal.type === "integer" && /^\d+$/.test(literal.value)) {
    return { kind: "whole", at: BigInt(literal.value) };
  }
  return realPoint(literal.value);
}

/** Returns a column's smallest and largest values in a form comparable with literals; undefined if unknown. */
export function boundPoints(
  { min, max }: ColumnBounds,
  type: ColumnType,
  literal: Point,
): { min: Point; max: Point } | undefined {
  if (min === undefined || max === undefined) return undefined;
  const read = (text: string) => (literal.kind === "real" ? realPoint(text) : boundPoint(text, type));
  const [low, high] = [read(min), read(max)];
  return low && high && { min: low, max: high };
}

/** Reads a column's smallest or largest value; undefined if it is not a value of the type. */
export function boundPoint(text: string, type: ColumnType): Point | undefined {
  switch (type) {
    case "INT64":
      return /^-?\d+$/.test(text) ? { kind: "whole", at: BigInt(text) } : undefined;
    case "FLOAT64":
      return realPoint(text);
    case "STRING":
      return { kind: "text", at: Buffer.from(text) };
    case "DATE":
    case "TIMESTAMP":
      return momentPoint(text);
    default:
      return undefined;
  }
}

function realPoint(text: string): Point | undefined {
  const at =
    text === "inf" ? Number.POSITIVE_INFINITY : text === "-inf" ? Number.NEGATIVE_INFINITY : Number(text);
  return text.trim() === "" || Number.isNaN(at) ? undefined : { kind: "real", at };
}

/** Reads a date or a time without a zone, in microseconds. */
function momentPoint(text: string): Point | undefined {
  const [, ...parts] = MOMENT.exec(text) ?? [];
  if (parts.length === 0) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(0, 6)
    .map((part) => Number(part ?? 0));
  const time = new Date(0);
  // `Date.UTC` interprets years below 100 as 1900 to 1999.
  time.setUTCFullYear(year, month - 1, day);
  time.setUTCHours(hour, minute, second);
  const fraction = BigInt((parts[6] ?? "").padEnd(6, "0"));
  return { kind: "whole", at: BigInt(time.getTime()) * MICROSECONDS + fraction };
}

/** Returns whether one point is definitely before another; false for nearly equal real numbers. */
export function isBefore(a: Point, b: Point): boolean {
  if (a.kind === "whole" && b.kind === "whole") return a.at < b.at;
  if (a.kind === "text" && b.kind === "text") return Buffer.compare(a.at, b.at) < 0;
  if (a.kind !== "real" || b.kind !== "real") return false;
  if (!Number.isFinite(a.at) || !Number.isFinite(b.at)) return a.at < b.at;
  const tolerance = Math.max(Math.abs(a.at), Math.abs(b.at)) * REAL_TOLERANCE;
  return a.at < b.at - tolerance;
}
