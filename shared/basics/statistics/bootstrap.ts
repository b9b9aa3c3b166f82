import { quantileSorted, sortPresent } from "./quantiles.ts";
import type { Random } from "./random.ts";

export interface Interval {
  low: number;
  high: number;
}

const [CONFIDENCE, REPETITIONS] = [0.95, 1000];

/**
 * Computes the 95 % percentile interval (Efron 1979) of a statistic of paired values, such as their correlation: pairs are
 * drawn with replacement, 1,000 times, and the statistic is called with each draw (two arrays, reused between calls). Draws
 * for which it is NaN do not count; both ends are NaN if none are left.
 */
export function bootstrapPairs(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  statistic: (first: Float64Array, second: Float64Array) => number,
  random: Random,
): Interval {
  const count = first.length;
  const [a, b] = [new Float64Array(count), new Float64Array(count)];
  const values = Float64Array.from({ length: REPETITIONS }, () => {
    for (let index = 0; index < count; index += 1) {
      const drawn = random.integer(count);
      a[index] = first[drawn]!;
      b[index] = second[drawn]!;
    }
    return count === 0 ? Number.NaN : statistic(a, b);
  });
  const sorted = sortPresent(values);
  return {
    low: quantileSorted(sorted, (1 - CONFIDENCE) / 2),
    high: quantileSorted(sorted, (1 + CONFIDENCE) / 2),
  };
}
