import type { CellNotation } from "#shared/domain/cellNotation.ts";
import type { DecimalSign } from "#shared/domain/loads/fileOptions.ts";
import { readNumberNotation } from "./readNumberNotation.ts";

/** Notations of numbers that a cell is read by, the first that fits. */
const NOTATIONS = [
  "LIMIT",
  "PLUS_MINUS",
  "PERCENT",
  "DECIMAL_COMMA",
  "THOUSANDS_COMMA",
  "THOUSANDS_POINT",
  "THOUSANDS_SPACE",
] as const satisfies readonly CellNotation[];

/** Returns the notation in which a cell is a number, such as LIMIT for `<0.5`; undefined if there is none. */
export function numberNotationOf(cell: string, decimal: DecimalSign): CellNotation | undefined {
  return NOTATIONS.find(
    (one) => readNumberNotation(cell, { notations: new Set([one]), decimal }) !== undefined,
  );
}
