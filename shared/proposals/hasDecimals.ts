import type { DecimalSign } from "@pdp/formats/options";
import type { Sample } from "./sample.ts";

/** Matches complete cells, because dates, times and accession numbers also contain points. */
const DECIMAL_POINT = /^\s*[<>≤≥]?\s*[+-]?\d+\.\d+(?:[eE][+-]?\d+)?\s*%?\s*$/;
const DECIMAL_COMMA = /^\s*[<>≤≥]?\s*[+-]?\d+,\d+(?:[eE][+-]?\d+)?\s*%?\s*$/;

/** Tells whether a cell contains a number with the decimal separator. */
export function hasDecimals(cells: Sample["cells"], decimal: DecimalSign): boolean {
  const pattern = decimal === "." ? DECIMAL_POINT : DECIMAL_COMMA;
  return cells.some((columnCells) => columnCells.some((cell) => cell !== null && pattern.test(cell)));
}
