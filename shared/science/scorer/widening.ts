import * as v from "valibot";

/** Factors for the deviations of predictions, where out-of-sample values showed that they were too small. Plain data. */
export const Widening = v.object({
  /** Factor for all predictions. */
  all: v.pipe(v.number(), v.finite(), v.minValue(1)),
  /** Factors for transformed predictions at or beyond an edge: the lowest and the highest tenth. */
  lowest: endOf(),
  highest: endOf(),
});
export type Widening = v.InferOutput<typeof Widening>;

function endOf() {
  return v.object({
    edge: v.pipe(v.number(), v.finite()),
    factor: v.pipe(v.number(), v.finite(), v.minValue(1)),
  });
}

/** Number of values with correct intervals that are counted in addition to those compared. */
const PRIOR_VALUES = 10;
/** Largest distance from a prediction that counts, in deviations: a few dead variants must not decide alone. */
const MAX_DISTANCE = 5;
/** Share of the predictions at each end, and their minimum number. */
const [END_SHARE, MIN_END] = [0.1, 5];

/** Returns a factor, at least 1, for deviations from which values have these distances in deviations. */
export function wideningFactor(distances: ArrayLike<number>): number {
  let squares = 0;
  for (let at = 0; at < distances.length; at += 1) squares += Math.min(distances[at]!, MAX_DISTANCE) ** 2;
  return Math.max(1, Math.sqrt((PRIOR_VALUES + squares) / (PRIOR_VALUES + distances.length)));
}

/**
 * Returns the factors for out-of-fold predictions: values in the lowest and in the highest tenth may be farther from their
 * predictions than elsewhere, for example if most variants are dead. `all` is the factor for all predictions.
 */
export function widening(
  { means, deviations }: { means: Float64Array; deviations: Float64Array },
  targets: Float64Array,
  all: number,
): Widening {
  const order = [...means.keys()].sort((a, b) => means[a]! - means[b]!);
  const count = Math.min(order.length, Math.max(MIN_END, Math.round(END_SHARE * order.length)));
  const factorOf = (places: readonly number[]): number =>
    wideningFactor(places.map((index) => Math.abs(targets[index]! - means[index]!) / deviations[index]!));
  return {
    all,
    lowest: { edge: means[order[count - 1]!]!, factor: factorOf(order.slice(0, count)) },
    highest: { edge: means[order.at(-count)!]!, factor: factorOf(order.slice(-count)) },
  };
}

/** Returns the factor for a transformed prediction. */
export function wideningAt(factors: Widening | undefined, mean: number): number {
  if (factors === undefined) return 1;
  const { all, lowest, highest } = factors;
  return Math.max(all, mean <= lowest.edge ? lowest.factor : 1, mean >= highest.edge ? highest.factor : 1);
}
