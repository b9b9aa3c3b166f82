import { quantile } from "#shared/basics/statistics/quantiles.ts";
import { calibrationFactor } from "./calibration.ts";

/**
 * Correction of predictions for variants selected by their predictions, which are too extreme on average (the winner's curse).
 * It preserves the order. Plain data, on the transformed scale.
 */
export interface SelectionShrinkage {
  high: EndShrinkage;
  /** Correction for low values, with all signs reversed. */
  low: EndShrinkage;
}

export interface EndShrinkage {
  /** Predictions above this value are shrunk towards it: their distance to it is multiplied by the slope. */
  from: number;
  /** Between `MIN_SLOPE` and 1. */
  slope: number;
  /** For shrunk predictions above this value, standard deviations are multiplied by the factor. */
  topFrom: number;
  topFactor: number;
}

const MIN_SLOPE = 0.5;
/** Prior standard deviation of the slope around 1. */
const SLOPE_DEVIATION = 0.15;
/** Share of the predictions used to fit the factor: a tenth of a hundred rows would be only ten. */
const TOP_SHARE = 0.25;
/** Weight of the prior that the factor is 1, in rows. */
const TOP_PRIOR_ROWS = 8;

/**
 * Fits the correction to out-of-fold predictions, for each end: the slope of the targets over the outer half of the
 * predictions, and the coverage of the intervals for the outer quarter. Standard deviations must already be calibrated. Rows
 * with `use` = 0 do not count.
 */
export function fitSelectionShrinkage(
  predicted: Float64Array,
  targets: Float64Array,
  deviations: Float64Array,
  use: ArrayLike<number>,
): SelectionShrinkage {
  const negative = (values: Float64Array): Float64Array => values.map((value) => -value);
  return {
    high: fitEnd(predicted, targets, deviations, use),
    low: fitEnd(negative(predicted), negative(targets), deviations, use),
  };
}

function fitEnd(
  predicted: Float64Array,
  targets: Float64Array,
  deviations: Float64Array,
  use: ArrayLike<number>,
): EndShrinkage {
  const used = predicted.filter((_, row) => use[row] !== 0);
  const from = quantile(used, 0.5);
  let [products, squares, errors, rows] = [0, 0, 0, 0];
  for (const [row, mean] of predicted.entries()) {
    if (use[row] === 0 || !(mean > from)) continue;
    const distance = mean - from;
    products += distance * (targets[row]! - from);
    squares += distance ** 2;
    errors += (targets[row]! - mean) ** 2;
    rows += 1;
  }
  const prior = errors / Math.max(1, rows) / SLOPE_DEVIATION ** 2;
  const fitted = squares + prior > 0 ? (products + prior) / (squares + prior) : 1;
  const slope = Math.min(1, Math.max(MIN_SLOPE, fitted));
  const shrink = (mean: number): number => shrinkEnd({ from, slope }, mean);
  const shrunk = predicted.map(shrink);
  const topFrom = shrink(quantile(used, 1 - TOP_SHARE));
  const isTop = shrunk.map((mean, row) => (use[row] !== 0 && mean >= topFrom ? 1 : 0));
  const wrong = targets.map((target, row) => target - shrunk[row]!);
  return { from, slope, topFrom, topFactor: calibrationFactor(wrong, deviations, isTop, TOP_PRIOR_ROWS) };
}

function shrinkEnd({ from, slope }: Pick<EndShrinkage, "from" | "slope">, mean: number): number {
  return mean > from ? from + slope * (mean - from) : mean;
}

export function shrinkMean({ high, low }: SelectionShrinkage, mean: number): number {
  return mean > high.from ? shrinkEnd(high, mean) : -shrinkEnd(low, -mean);
}

/** Returns the factor for the standard deviation of a prediction, given the shrunk mean. */
export function selectionFactor({ high, low }: SelectionShrinkage, mean: number): number {
  if (mean >= high.topFrom) return high.topFactor;
  return -mean >= low.topFrom ? low.topFactor : 1;
}
