/** Statistics of the wells of a plate, for notes at import and on charts. */

/** Minimum number of wells of each control for computing a Z′. */
const MIN_CONTROLS = 2;

export interface Moments {
  count: number;
  mean: number;
  /** Sample standard deviation. */
  deviation: number;
}

export function momentsOf(values: readonly number[]): Moments {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { count, mean, deviation: Math.sqrt(squares / (count - 1)) };
}

/** Returns the difference between two means, in standard errors. */
export function errorsBetween(a: Moments, b: Moments): number {
  const error = Math.sqrt(a.deviation ** 2 / a.count + b.deviation ** 2 / b.count);
  return Math.abs(a.mean - b.mean) / error;
}

/** Returns whether both controls have enough wells to be described. */
export function hasControls(positive: Moments, negative: Moments): boolean {
  return positive.count >= MIN_CONTROLS && negative.count >= MIN_CONTROLS;
}

/** Returns Z′ = 1 − 3 (s₊ + s₋) / |m₊ − m₋| (Zhang, Chung and Oldenburg 1999) as text; null if it is not finite. */
export function zPrime(positive: Moments, negative: Moments): string | null {
  const factor =
    1 - (3 * (positive.deviation + negative.deviation)) / Math.abs(positive.mean - negative.mean);
  return Number.isFinite(factor) ? factor.toFixed(2) : null;
}

interface Place {
  row: string;
  column: string | number;
}

/** Returns a function that tells whether a well is in the first or last row or column of a plate with these wells. */
export function edgeOf(wells: readonly Place[]): (well: Place) => boolean {
  const rows = outermost(wells.map(({ row }) => row));
  const columns = outermost(wells.map(({ column }) => `${column}`));
  return ({ row, column }) => rows.includes(row) || columns.includes(`${column}`);
}

/** Returns the first and last of the given row letters or column numbers, in plate order: `AA` comes after `Z`. */
function outermost(names: readonly string[]): (string | undefined)[] {
  const sorted = names.toSorted((a, b) => a.length - b.length || (a < b ? -1 : Number(a > b)));
  return [sorted[0], sorted.at(-1)];
}
