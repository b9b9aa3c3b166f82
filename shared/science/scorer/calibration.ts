import { normalQuantile } from "#shared/basics/statistics/distributions.ts";
import { quantileSorted } from "#shared/basics/statistics/quantiles.ts";

const COVERED = 0.95;

/** Default weight of the prior that the standard deviations are correct, in rows. */
const PRIOR_ROWS = 20;

/**
 * Computes the factor for standard deviations such that 95 % of the errors are within 1.96 of them. Rows with `use` = 0
 * do not count. `priorRows` is the weight of the prior that the factor is 1.
 */
export function calibrationFactor(
  errors: Float64Array,
  deviations: Float64Array,
  use: ArrayLike<number>,
  priorRows = PRIOR_ROWS,
): number {
  const ratios = errors
    .map((error, row) => Math.abs(error) / Math.max(deviations[row]!, Number.MIN_VALUE))
    .filter((_, row) => use[row] !== 0)
    .sort();
  if (ratios.length === 0) return 1;
  const factor = quantileSorted(ratios, COVERED) / normalQuantile((1 + COVERED) / 2);
  // The prior applies to the logarithm of the factor.
  const trust = ratios.length / (ratios.length + priorRows);
  return Math.exp(trust * Math.log(Math.max(factor, 1e-3)));
}
