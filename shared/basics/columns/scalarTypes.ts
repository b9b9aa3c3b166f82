import { bool } from "./types/bool.ts";
import { date } from "./types/date.ts";
import { float64 } from "./types/float64.ts";
import { int64 } from "./types/int64.ts";
import type { ScalarDescriptor, ValueKind } from "./types/scalarDescriptor.ts";
import { string } from "./types/string.ts";
import { timestamp } from "./types/timestamp.ts";

/** All scalar column types, in the order in which documents list them. */
export const SCALARS = {
  BOOL: bool,
  INT64: int64,
  FLOAT64: float64,
  STRING: string,
  DATE: date,
  TIMESTAMP: timestamp,
} satisfies Record<string, ScalarDescriptor>;

/** Value types without parts. */
export type ScalarType = keyof typeof SCALARS;
export const SCALAR_TYPES = Object.keys(SCALARS) as readonly ScalarType[];

/** Returns whether a column type has no parts. */
export function isScalar(type: string): type is ScalarType {
  return Object.hasOwn(SCALARS, type);
}

function valuesOf(type: string | null): ValueKind | null {
  return type !== null && isScalar(type) ? SCALARS[type].values : null;
}

/** Returns whether a type's values are dates or times. */
export function isDated(type: string): boolean {
  const values = valuesOf(type);
  return values === "date" || values === "time";
}

/** Returns whether a type's values are numbers. */
export function isNumber(type: string | null): boolean {
  const values = valuesOf(type);
  return values === "whole" || values === "decimal";
}

/** Returns whether JSON contains a type's values as strings. */
export function isWrittenAsText(type: string): boolean {
  return valuesOf(type) === "text" || isDated(type);
}
