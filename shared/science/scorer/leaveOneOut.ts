import { choleskyInverse } from "#shared/science/linearAlgebra/cholesky.ts";
import type { Threads } from "#shared/science/linearAlgebra/threads.ts";
import { conditionedOn } from "./gaussianProcess.ts";
import type { GpParameters } from "./gpCovariance.ts";
import type { GpTargets } from "./marginalLikelihood.ts";
import type { MutationContext } from "./mutationContext.ts";

/**
 * Cross-validates a Gaussian process by leaving out one target at a time: returns the sum of the logarithms of the targets'
 * predictive densities (Rasmussen & Williams 2006, equations 5.10 to 5.12).
 */
export function leaveOneOut(
  parameters: GpParameters,
  context: MutationContext,
  targets: GpTargets,
  threads?: Threads,
): number {
  const { lower, alpha } = conditionedOn(context, parameters, targets, threads);
  const inverse = choleskyInverse(lower, threads);
  return alpha.reduce((sum, pull, row) => {
    const precision = inverse.data[row * inverse.columns + row]!;
    return sum + 0.5 * Math.log(precision / (2 * Math.PI)) - (0.5 * pull ** 2) / precision;
  }, 0);
}
