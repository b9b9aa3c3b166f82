import { quantileSorted, sortedPresent } from "./quantiles.ts";
import type { Random } from "./random.ts";

export interface Interval {
  low: number;
  high: number;
}

export interface BootstrapOptions {
  /** Share of repetitions inside the interval; 0.95 if absent. */
  confidence?: number;
  /** Number of repetitions; 1,000 if absent. */
  repetitions?: number;
}

/**
 * Computes the percentile interval (Efron 1979) of a statistic of `count` items: items are drawn with replacement, and
 * the statistic is called with each draw's indices (one array, reused between calls). Draws on which it is NaN do not
 * count; both ends are NaN if none is left.
 */
export function bootstrapInterval(
  count: number,
  statistic: (drawn: Uint32Array) => number,
  random: Random,
  { confidence = 0.95, repetitions = 1000 }: BootstrapOptions = {},
): Interval {
  const drawn = new Uint32Array(count);
  const values = new Float64Array(repetitions);
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (let place = 0; place < count; place += 1) drawn[place] = random.integer(count);
    values[repetition] = count === 0 ? Number.NaN : statistic(drawn);
  }
  const sorted = sortedPresent(values);
  return {
    low: quantileSorted(sorted, (1 - confidence) / 2),
    high: quantileSorted(sorted, (1 + confidence) / 2),
  };
}

/** Computes the interval of a statistic of paired values, such as their correlation. */
export function bootstrapPairs(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  statistic: (first: Float64Array, second: Float64Array) => number,
  random: Random,
  options: BootstrapOptions = {},
): Interval {
  const a = new Float64Array(first.length);
  const b = new Float64Array(first.length);
  const ofDrawn = (drawn: Uint32Array): number => {
    for (let place = 0; place < drawn.length; place += 1) {
      a[place] = first[drawn[place]!]!;
      b[place] = second[drawn[place]!]!;
    }
    return statistic(a, b);
  };
  return bootstrapInterval(first.length, ofDrawn, random, options);
}
