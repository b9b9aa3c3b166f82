import { quantile } from "#shared/basics/statistics/quantiles.ts";
import { type MutationRows, rowCount } from "./mutationRows.ts";

/**
 * Correction of predictions based on the predicted effects of single mutations. If most mutations are harmful and few are
 * beneficial, the effects of the mutations that look best are overestimated. A design combines these mutations, so that its
 * errors add up. For each knot, the parts of the effects of a variant's mutations beyond it are summed: max(0, effect − knot)
 * for a high knot, min(0, effect − knot) for a low knot. A prediction is changed by slope × the part of the sum beyond the
 * knot's threshold. Plain data, on the transformed scale.
 */
export interface EffectCurve extends EffectChange {
  /** Equal numbers of high knots, in ascending order, and low knots, in descending order. */
  knots: Float64Array;
}

/** Correction at each knot. */
export interface EffectChange {
  /** At most 0; the slopes at each end add up to at least −1, so that a better effect never has a lower value. */
  slopes: Float64Array;
  /** Not negative, even for the low knots; 0 except for the innermost knot at each end. */
  thresholds: Float64Array;
}

/** Positions of the knots at one end, as shares of the effects of the measured mutations, counted from the other end. */
const KNOT_SHARES = [0.5, 0.8, 0.95];
/** Prior standard deviation of a slope. */
const SLOPE_DEVIATION = 0.3;
const TURNS = 200;
/** Share of the measured variants for which the sum at an innermost knot is at most the threshold. */
const THRESHOLD_SHARE = 0.95;

/** Returns the knots for the effects of the measured mutations. */
export function effectKnots(effects: Float64Array): Float64Array {
  if (effects.length === 0) return new Float64Array(0);
  const high = KNOT_SHARES.map((share) => quantile(effects, share));
  const low = KNOT_SHARES.map((share) => quantile(effects, 1 - share));
  return Float64Array.from([...high, ...low]);
}

/**
 * Returns rows × knots: the summed amounts by which the effects of the row's mutations exceed a high knot or, as negative
 * numbers, fall below a low knot. `effects` are indexed by mutation.
 */
export function effectExcess(rows: MutationRows, effects: Float64Array, knots: Float64Array): Float64Array {
  const sums = new Float64Array(rowCount(rows) * knots.length);
  for (let row = 0; row < rowCount(rows); row += 1) {
    for (let at = rows.starts[row]!; at < rows.starts[row + 1]!; at += 1) {
      const effect = effects[rows.mutations[at]!]!;
      for (const [knot, from] of knots.entries()) {
        const beyond = isHigh(knot, knots.length) ? Math.max(0, effect - from) : Math.min(0, effect - from);
        const place = row * knots.length + knot;
        sums[place] = sums[place]! + beyond;
      }
    }
  }
  return sums;
}

function isHigh(knot: number, knots: number): boolean {
  return knot < knots / 2;
}

/**
 * Fits the slopes to out-of-fold errors (target minus prediction) by least squares with a normal prior around 0, within their
 * limits, using coordinate descent. It uses the complete sums, because few of them are beyond a threshold. `excess` is rows ×
 * knots. Rows with `use` = 0 do not count.
 */
export function fitEffectSlopes(
  excess: Float64Array,
  errors: Float64Array,
  use: ArrayLike<number>,
): Float64Array {
  const count = errors.length === 0 ? 0 : excess.length / errors.length;
  const slopes = new Float64Array(count);
  const products = new Float64Array(count * count);
  const pulls = new Float64Array(count);
  let [squares, rows] = [0, 0];
  for (const [row, error] of errors.entries()) {
    if (use[row] === 0) continue;
    rows += 1;
    squares += error ** 2;
    for (let i = 0; i < count; i += 1) {
      const own = excess[row * count + i]!;
      pulls[i] = pulls[i]! + own * error;
      for (let j = 0; j < count; j += 1) {
        products[i * count + j] = products[i * count + j]! + own * excess[row * count + j]!;
      }
    }
  }
  if (squares === 0) return slopes;
  const prior = squares / rows / SLOPE_DEVIATION ** 2;
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (let i = 0; i < count; i += 1) {
      let [pull, sameEnd] = [pulls[i]!, 0];
      for (let j = 0; j < count; j += 1) {
        if (j === i) continue;
        pull -= products[i * count + j]! * slopes[j]!;
        if (isHigh(i, count) === isHigh(j, count)) sameEnd += slopes[j]!;
      }
      slopes[i] = Math.min(0, Math.max(-1 - sameEnd, pull / (products[i * count + i]! + prior)));
    }
  }
  return slopes;
}

/**
 * Returns the threshold for each of `count` knots. The threshold for the innermost knot at an end is the median: if only a few
 * effects are good but they are very good, its slope is determined by the many others, and no later knot can compensate for
 * it. `excess` is rows × knots. Rows with `use` = 0 do not count.
 */
export function effectThresholds(excess: Float64Array, count: number, use: ArrayLike<number>): Float64Array {
  const thresholds = new Float64Array(count);
  const rows = Array.from(use, (_, row) => row).filter((row) => use[row] !== 0);
  if (rows.length === 0 || count === 0) return thresholds;
  for (const innermost of [0, count / 2]) {
    const sums = Float64Array.from(rows, (row) => Math.abs(excess[row * count + innermost]!));
    thresholds[innermost] = quantile(sums, THRESHOLD_SHARE);
  }
  return thresholds;
}

/** Returns the change in the prediction for a row. `excess` is rows × knots. */
export function effectCorrection(
  excess: Float64Array,
  { slopes, thresholds }: EffectChange,
  row: number,
): number {
  let change = 0;
  for (const [knot, slope] of slopes.entries()) {
    const sum = excess[row * slopes.length + knot]!;
    change += slope * Math.sign(sum) * Math.max(0, Math.abs(sum) - thresholds[knot]!);
  }
  return change;
}
