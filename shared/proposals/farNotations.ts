import type { CellNotation } from "@pdp/basics/columns";

/** Number in a column, and the notation in which it is written; undefined for the usual one. */
export interface WrittenNumber {
  text: string;
  value: number;
  notation: CellNotation | undefined;
}

/** Factor beyond the other values from which a value is far: about half of three digits. */
const FAR = 30;
/** The same among whole numbers, which rarely have three decimals. */
const FAR_AMONG_WHOLE = 300;
/** The other reading of a sign before three digits, and the factor between the two readings. */
const OTHER_READINGS = new Map<CellNotation, { other: CellNotation; factor: number }>([
  ["THOUSANDS_COMMA", { other: "DECIMAL_COMMA", factor: 1 / 1000 }],
  ["THOUSANDS_POINT", { other: "DECIMAL_POINT", factor: 1 / 1000 }],
  ["DECIMAL_COMMA", { other: "THOUSANDS_COMMA", factor: 1000 }],
  ["DECIMAL_POINT", { other: "THOUSANDS_POINT", factor: 1000 }],
]);
/** Number with one sign that separates either thousands or decimals. */
const EITHER = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Returns a notation that makes a value about 1,000 times the other values of the column, or one thousandth, although its
 * opposite makes it similar to them; both are returned. Empty if there is none.
 */
export function farNotations(numbers: readonly WrittenNumber[]): CellNotation[] {
  for (const [notation, { other, factor }] of OTHER_READINGS) {
    const [written, others] = [true, false].map((is) =>
      numbers.filter((number) => (number.notation === notation) === is),
    ) as [WrittenNumber[], WrittenNumber[]];
    if (written.length === 0 || !written.every(({ text }) => EITHER.test(text))) continue;
    const isFar = farFrom(others.map(({ value }) => value));
    if (written.some(({ value }) => isFar(value) && !isFar(factor * value))) return [notation, other];
  }
  return [];
}

function farFrom(values: readonly number[]): (value: number) => boolean {
  const sizes = values.map(Math.abs).filter((size) => size > 0);
  const far = values.every(Number.isInteger) ? FAR_AMONG_WHOLE : FAR;
  const [low, high] = sizes.reduce(
    ([low, high], size) => [Math.min(low, size), Math.max(high, size)],
    [Number.POSITIVE_INFINITY, 0],
  );
  return (value) => sizes.length > 0 && (Math.abs(value) > far * high || Math.abs(value) < low / far);
}
