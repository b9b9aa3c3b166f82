import { cholesky, choleskyInverse, choleskySolve } from "#shared/science/linearAlgebra/cholesky.ts";
import type { Threads } from "#shared/science/linearAlgebra/threads.ts";
import { type GpParameters, gpCovariance } from "./gpCovariance.ts";
import type { GpTargets } from "./marginalLikelihood.ts";
import type { MutationContext } from "./mutationContext.ts";

/**
 * Cross-validates a Gaussian process by leaving out one target at a time: returns the sum of the logarithms of the targets'
 * predictive densities (Rasmussen & Williams 2006, equations 5.10 to 5.12).
 */
export function leaveOneOut(
  parameters: GpParameters,
  context: MutationContext,
  { rows, values, counts }: GpTargets,
  threads?: Threads,
): number {
  const covariance = gpCovariance(parameters, context, rows, rows);
  const size = values.length;
  for (let row = 0; row < size; row += 1) {
    const at = row * size + row;
    covariance.data[at] = covariance.data[at]! + parameters.noise / counts[row]!;
  }
  const { lower } = cholesky(covariance, threads);
  const alpha = choleskySolve(lower, values);
  const inverse = choleskyInverse(lower, threads);
  return alpha.reduce((sum, pull, row) => {
    const precision = inverse.data[row * size + row]!;
    return sum + 0.5 * Math.log(precision / (2 * Math.PI)) - (0.5 * pull ** 2) / precision;
  }, 0);
}
