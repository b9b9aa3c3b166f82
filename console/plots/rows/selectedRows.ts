import { quoteName } from "#client/requests/sqlNames.ts";
import type { Selection } from "../chart.ts";

/** Number of significant digits for the width of a selection: its bounds are precise to a thousandth of its width. */
const DIGITS_IN_WIDTH = 4;
const MAX_DIGITS = 15;

/** Columns on the axes of a chart; null for an axis of names or counts. */
export interface Axes {
  x: string | null;
  y: string | null;
}

/** Range of column values. */
export interface ValueRange {
  column: string;
  from: number;
  to: number;
}

/** Returns the value ranges in a selection. Bounds are rounded as far as the width of the selection allows. */
export function selectedRanges({ x, y }: Selection, axes: Axes): ValueRange[] {
  return [[axes.x, x] as const, [axes.y, y] as const].flatMap(([column, range]) => {
    if (column === null || range === null) return [];
    const [from, to] = range;
    return [{ column, from: shorten(from, to - from), to: shorten(to, to - from) }];
  });
}

function shorten(bound: number, width: number): number {
  if (bound === 0 || !(width > 0)) return bound;
  const digits = Math.floor(Math.log10(Math.abs(bound))) - Math.floor(Math.log10(width)) + DIGITS_IN_WIDTH;
  return Number(bound.toPrecision(Math.min(MAX_DIGITS, Math.max(1, digits))));
}

/** Returns a query for the rows of another query that are within all ranges. */
export function selectionQuery(sql: string, ranges: readonly ValueRange[]): string {
  const conditions = ranges.map(
    ({ column, from, to }) => `${quoteName(column)} BETWEEN DOUBLE '${from}' AND DOUBLE '${to}'`,
  );
  return `SELECT * FROM (\n${sql.trim().replace(/;\s*$/, "")}\n) AS selected\nWHERE ${conditions.join("\n  AND ")}`;
}

/** Describes which rows are selected: `activity 0.5 to 1.2 and tm 40 to 55`. */
export function rangeWords(ranges: readonly ValueRange[]): string {
  return ranges.map(({ column, from, to }) => `${column} ${from} to ${to}`).join(" and ");
}
