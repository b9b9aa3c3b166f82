import { cholesky, choleskyInverse, choleskySolve, logDeterminant } from "../linearAlgebra/cholesky.ts";
import { addScaled, createMatrix, dot } from "../linearAlgebra/matrix.ts";
import type { Threads } from "../linearAlgebra/threads.ts";
import type { Objective } from "../optimization/objective.ts";
import { CONSTANT_VARIANCE } from "./gpCovariance.ts";
import type { MutationRows } from "./mutationRows.ts";

export interface GpTargets {
  rows: MutationRows;
  /** Values with mean 0 and variance of about 1. */
  values: Float64Array;
  /** Number of measurements averaged in each mean. */
  counts: Float64Array;
}

/** Constants of the search: lower triangles, row by row. */
export interface LikelihoodParts {
  additive: Float64Array[];
  /**
   * Squared distances: between embeddings, either per position with a length scale or for all positions together; between
   * one-hot residues.
   */
  distances: Float64Array[];
}

/**
 * Returns the negative logarithm of the marginal likelihood as a function of the logarithms of the noise, the variances of the
 * additive parts, the variance of the Matérn part and its length scales. Evaluations share their memory, and sums process one
 * triangle after another, which saves about a sixth of the time.
 */
export function marginalLikelihood(
  { additive, distances }: LikelihoodParts,
  { values, counts }: GpTargets,
  threads: Threads | undefined,
): Objective {
  const size = values.length;
  const triangle = (): Float64Array => new Float64Array((size * (size + 1)) / 2);
  const [materns, slopes, sums] = [triangle(), triangle(), triangle()];
  const covariance = createMatrix(size, size);
  return (x, gradient) => {
    const noise = Math.exp(x[0]!);
    const variances = additive.map((_, index) => Math.exp(x[1 + index]!));
    const maternVariance = Math.exp(x[1 + additive.length]!);
    const weights = distances.map((_, index) => Math.exp(-2 * x[2 + additive.length + index]!));
    sums.fill(0);
    for (const [site, weight] of weights.entries()) addScaled(sums, distances[site]!, weight);
    for (let at = 0; at < sums.length; at += 1) {
      const square = 5 * sums[at]!;
      const scaled = Math.sqrt(square);
      const decay = maternVariance * Math.exp(-scaled);
      materns[at] = decay * (1 + scaled + square / 3);
      // Multiplied by the weight and the squared distance at a position, this is the derivative with respect to the logarithm of
      // the position's length scale.
      slopes[at] = (decay * 5 * (1 + scaled)) / 3;
      sums[at] = CONSTANT_VARIANCE + materns[at]!;
    }
    for (const [part, variance] of variances.entries()) addScaled(sums, additive[part]!, variance);
    for (let i = 0, at = 0; i < size; i += 1) {
      for (let j = 0; j <= i; j += 1, at += 1) covariance.data[i * size + j] = sums[at]!;
      covariance.data[i * size + i] = sums[at - 1]! + noise / counts[i]!;
    }
    const { lower } = cholesky(covariance, threads);
    const alpha = choleskySolve(lower, values);
    const inverse = choleskyInverse(lower, threads);
    gradient.fill(0);
    // Half of the inverse minus the outer product of alpha; off-diagonal elements count twice.
    const pulls = sums;
    for (let i = 0, at = 0; i < size; i += 1) {
      const coefficient = alpha[i]!;
      for (let j = 0; j <= i; j += 1, at += 1) {
        const pull = (inverse.data[i * size + j]! - coefficient * alpha[j]!) * (i === j ? 0.5 : 1);
        pulls[at] = pull;
        slopes[at] = pull * slopes[at]!;
      }
      gradient[0] = gradient[0]! + (pulls[at - 1]! * noise) / counts[i]!;
    }
    for (const [part, variance] of variances.entries()) {
      gradient[1 + part] = sumOfProducts(pulls, variance, additive[part]!);
    }
    gradient[1 + additive.length] = sumOfProducts(pulls, 1, materns);
    for (const [site, weight] of weights.entries()) {
      gradient[2 + additive.length + site] = sumOfProducts(slopes, weight, distances[site]!);
    }
    return 0.5 * dot(values, alpha) + 0.5 * logDeterminant(lower) + (size / 2) * Math.log(2 * Math.PI);
  };
}

/** Sums the products of a and b, each multiplied by the factor. */
function sumOfProducts(a: Float64Array, factor: number, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += a[at]! * factor * b[at]!;
  return sum;
}
