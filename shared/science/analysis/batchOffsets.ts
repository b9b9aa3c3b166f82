import { cholesky, choleskyInverse, logDeterminant } from "../linearAlgebra/cholesky.ts";
import {
  addToDiagonal,
  copyMatrix,
  createMatrix,
  dot,
  type Matrix,
  matrixRow,
  multiplyVector,
} from "../linearAlgebra/matrix.ts";

/** Repeated measurements: several rows per group, such as a sequence. Plain data. */
export interface RepeatedRows {
  /** For each row: its group, its batch, its value and its reliability (1 for an ordinary row). */
  groups: Uint32Array;
  batches: Uint32Array;
  values: Float64Array;
  reliabilities: Float64Array;
  /** Number of batches. */
  batchCount: number;
  /** Standard deviation of all values of the assay, used as the unit of the priors. */
  spread: number;
  /**
   * True if groups are random samples of the same variants, so that their levels have a normal prior around a common mean.
   * Groups with a single row then also provide information.
   */
  isRandom: boolean;
}

export interface BatchOffsets {
  /** Values to subtract from each batch; their mean is close to zero. */
  offsets: Float64Array;
  /** Standard error of each offset, relative to the mean of all offsets. */
  errors: Float64Array;
}

/** Ratios of the standard deviation of offsets to that of noise; 0 (no offset at all) has half of the prior weight. */
const RATIOS = [0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32];
/** Prior of the noise: equivalent to this number of residuals, with this share of the spread. */
const [PRIOR_RESIDUALS, PRIOR_NOISE] = [2, 0.25];
/** Degrees of freedom of the Student's t-distribution used for the noise, which has heavy tails because single wells fail. */
const NOISE_DEGREES = 4;
const ROBUST_STEPS = 4;

/**
 * Estimates the offset of each batch from groups with rows in several of them. The value of a row is the sum of its group's
 * level, which has no prior unless groups are random, its batch's offset, and heavy-tailed noise. Offsets are normally distributed around zero; their
 * size is averaged over, weighted by marginal likelihood, so that offsets that could be due to chance shrink towards zero.
 */
export function batchOffsets(given: RepeatedRows): BatchOffsets {
  const center = given.isRandom ? average(given.values) : 0;
  const rows = { ...given, values: given.values.map((value) => value - center) };
  const { groups, batches, values, reliabilities, batchCount } = rows;
  const weights = reliabilities.slice();
  const groupCount = groups.reduce((last, group) => Math.max(last, group + 1), 0);
  // Precision of the prior of the levels, relative to that of an ordinary row.
  let prior = rows.isRandom ? PRIOR_NOISE ** 2 : 0;
  let estimated = estimate(rows, weights, { groupCount, prior });
  for (let step = 1; step < ROBUST_STEPS; step += 1) {
    const corrected = values.map((value, row) => value - estimated.offsets[batches[row]!]!);
    const { means, totals } = groupMeans(groups, corrected, weights, { groupCount, prior });
    for (const [row, value] of corrected.entries()) {
      const group = groups[row]!;
      // A row's value contributes to the mean of its group, so its deviation is too small.
      const leverage = Math.max(1 - weights[row]! / totals[group]!, 0.1);
      const square = (reliabilities[row]! * (value - means[group]!) ** 2) / leverage / estimated.variance;
      weights[row] = (reliabilities[row]! * (NOISE_DEGREES + 1)) / (NOISE_DEGREES + square);
    }
    if (rows.isRandom) prior = estimated.variance / rows.spread ** 2;
    estimated = estimate(rows, weights, { groupCount, prior });
  }
  return { offsets: estimated.offsets.subarray(0, batchCount), errors: estimated.errors };
}

interface Estimate extends BatchOffsets {
  /** Noise variance of an ordinary row. */
  variance: number;
}

/** Levels of the groups, and the precision of their prior; 0 if they have none. */
interface Levels {
  groupCount: number;
  prior: number;
}

function estimate(rows: RepeatedRows, weights: Float64Array, levels: Levels): Estimate {
  const { groups, values, batchCount, spread } = rows;
  const { precision, pull, squares } = normalEquations(rows, weights, levels);
  const freedom = values.length - (levels.prior > 0 ? 0 : new Set(groups).size) + PRIOR_RESIDUALS;
  const priorSquares = PRIOR_RESIDUALS * (PRIOR_NOISE * spread) ** 2;
  const cases = RATIOS.map((ratio) => {
    const system = copyMatrix(precision);
    addToDiagonal(system, 1 / ratio ** 2);
    const { lower } = cholesky(system);
    const covariance = choleskyInverse(lower);
    const mean = multiplyVector(covariance, pull);
    const left = Math.max(squares - dot(mean, pull), 0) + priorSquares;
    const determinant = logDeterminant(lower) + 2 * batchCount * Math.log(ratio);
    return { mean, covariance, left, likelihood: -0.5 * (freedom * Math.log(left) + determinant) };
  });
  const none = -0.5 * freedom * Math.log(squares + priorSquares);
  const best = cases.reduce((highest, { likelihood }) => Math.max(highest, likelihood), none);
  const shares = cases.map(({ likelihood }) => Math.exp(likelihood - best) / RATIOS.length);
  const total = shares.reduce((sum, share) => sum + share, Math.exp(none - best));
  const offsets = new Float64Array(batchCount);
  const second = new Float64Array(batchCount);
  let variance = (Math.exp(none - best) / total) * ((squares + priorSquares) / freedom);
  for (const [index, { mean, covariance, left }] of cases.entries()) {
    const share = shares[index]! / total;
    variance += share * (left / freedom);
    const together = Float64Array.from({ length: batchCount }, (_, batch) =>
      average(matrixRow(covariance, batch)),
    );
    const common = average(together);
    for (let batch = 0; batch < batchCount; batch += 1) {
      const batchMean = mean[batch]!;
      offsets[batch]! += share * batchMean;
      // Only differences between batches matter, not an offset shared by all batches.
      const relative = covariance.data[batch * batchCount + batch]! - 2 * together[batch]! + common;
      second[batch]! += share * (batchMean ** 2 + (left / freedom) * relative);
    }
  }
  const errors = second.map((square, batch) => Math.sqrt(Math.max(square - offsets[batch]! ** 2, 0)));
  return { offsets, errors, variance };
}

function average(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value / values.length, 0);
}

interface NormalEquations {
  /** Batches × batches: information that the rows provide about differences between batches. */
  precision: Matrix;
  pull: Float64Array;
  /** Weighted squared deviations of the values from their group means. */
  squares: number;
}

/** Returns the normal equations of the offsets, with the group levels eliminated. */
function normalEquations(
  { groups, batches, values, batchCount }: RepeatedRows,
  weights: Float64Array,
  levels: Levels,
): NormalEquations {
  const { means, totals } = groupMeans(groups, values, weights, levels);
  const precision = createMatrix(batchCount, batchCount);
  const pull = new Float64Array(batchCount);
  const shares = Array.from({ length: levels.groupCount }, () => new Map<number, number>());
  let squares = 0;
  for (const [row, value] of values.entries()) {
    const [batch, group, weight] = [batches[row]!, groups[row]!, weights[row]!];
    const difference = value - means[group]!;
    squares += weight * value * difference;
    pull[batch]! += weight * difference;
    precision.data[batch * batchCount + batch]! += weight;
    shares[group]!.set(batch, (shares[group]!.get(batch) ?? 0) + weight);
  }
  for (const [group, sharesOfGroup] of shares.entries()) {
    for (const [first, share] of sharesOfGroup) {
      for (const [second, other] of sharesOfGroup) {
        precision.data[first * batchCount + second]! -= (share * other) / totals[group]!;
      }
    }
  }
  return { precision, pull, squares };
}

function groupMeans(
  groups: Uint32Array,
  values: Float64Array,
  weights: Float64Array,
  { groupCount, prior }: Levels,
): { means: Float64Array; totals: Float64Array } {
  const totals = new Float64Array(groupCount).fill(prior);
  const means = new Float64Array(groupCount);
  for (const [row, group] of groups.entries()) {
    totals[group]! += weights[row]!;
    means[group]! += weights[row]! * values[row]!;
  }
  for (const [group, total] of totals.entries()) if (total > 0) means[group]! /= total;
  return { means, totals };
}
