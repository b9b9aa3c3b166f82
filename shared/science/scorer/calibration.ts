import { normalQuantile } from "#shared/science/statistics/distributions.ts";
import { quantileSorted } from "#shared/science/statistics/quantiles.ts";

const COVERED = 0.95;

/** Weight of the prior that the standard deviations are right, in rows. */
const PRIOR_ROWS = 20;

/**
 * Computes the factor for standard deviations such that 95 % of the errors are within 1.96 of them. Rows with `use` = 0
 * do not count.
 */
export function calibrationFactor(
  errors: Float64Array,
  deviations: Float64Array,
  use: ArrayLike<number>,
): number {
  const ratios = errors
    .map((error, row) => Math.abs(error) / Math.max(deviations[row]!, Number.MIN_VALUE))
    .filter((_, row) => use[row] !== 0)
    .sort();
  if (ratios.length === 0) return 1;
  const factor = quantileSorted(ratios, COVERED) / normalQuantile((1 + COVERED) / 2);
  // Prior of weight 20 for the factor 1, on the logarithm.
  const trust = ratios.length / (ratios.length + PRIOR_ROWS);
  return Math.exp(trust * Math.log(Math.max(factor, 1e-3)));
}
