import { sortPresent } from "./quantiles.ts";

/**
 * Computes ranks from 1 in ascending order; equal values share the mean of their ranks. NaN has no rank: it stays NaN, and the
 * other values are ranked as if it were absent.
 */
export function ranks(values: ArrayLike<number>): Float64Array {
  const sorted = sortPresent(values);
  return Float64Array.from(values, (value) => {
    if (Number.isNaN(value)) return value;
    const smaller = countWhere(sorted, (other) => other < value);
    const upToEqual = countWhere(sorted, (other) => other <= value);
    return (smaller + 1 + upToEqual) / 2;
  });
}

/** Returns the indices of all values except NaN, smallest value first; equal values keep their order. */
export function sortIndices(values: ArrayLike<number>): Uint32Array {
  return Uint32Array.from(values, (_, index) => index)
    .filter((index) => !Number.isNaN(values[index]))
    .sort((a, b) => values[a]! - values[b]! || a - b);
}

/** Counts the values for which a condition is true; these must form a prefix of the ascending values. */
function countWhere(sorted: Float64Array, holds: (value: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(sorted[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
