import { line, ruleY } from "@observablehq/plot";
import { COLORS } from "./colors.ts";

/** Draws a dashed line at a value to compare with; nothing if there is none. */
export function comparisonLine(value: number | null) {
  return value === null ? [] : [ruleY([value], { stroke: COLORS.accent, strokeDasharray: "5 3" })];
}

/** Draws a dashed line where both axes have the same value. */
export function diagonal(range: readonly [number, number]) {
  return line(
    range.map((value) => [value, value] as const),
    { strokeDasharray: "4 4", strokeOpacity: 0.6 },
  );
}
