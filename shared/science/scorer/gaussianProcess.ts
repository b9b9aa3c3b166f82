import { cholesky, choleskyInverse, choleskySolve, solveLowerRows } from "../linearAlgebra/cholesky.ts";
import { type Matrix, matrixRow, multiplyVector } from "../linearAlgebra/matrix.ts";
import { multiplyTransposed } from "../linearAlgebra/products.ts";
import type { Threads } from "../linearAlgebra/threads.ts";
import { type GpParameters, gpCovariance, gpVariances } from "./gpCovariance.ts";
import type { GpTargets } from "./marginalLikelihood.ts";
import type { MutationContext } from "./mutationContext.ts";
import type { MutationRows } from "./mutationRows.ts";

/**
 * Gaussian process conditioned on its targets (Rasmussen & Williams 2006, algorithm 2.1). Means and variances describe the
 * true values, without measurement noise.
 */
export interface GaussianProcess {
  meanAndVariance(rows: MutationRows): { mean: Float64Array; variance: Float64Array };
  /** Returns the joint covariance of the rows. */
  covariance(rows: MutationRows): Matrix;
}

export function gaussianProcess(
  context: MutationContext,
  parameters: GpParameters,
  targets: GpTargets,
  threads?: Threads,
): GaussianProcess {
  const known = targets.rows;
  const { lower, alpha } = conditionedOn(context, parameters, targets, threads);
  const cross = (rows: MutationRows): Matrix => gpCovariance(parameters, context, rows, known);

  function meanAndVariance(rows: MutationRows): { mean: Float64Array; variance: Float64Array } {
    const shared = cross(rows);
    const mean = multiplyVector(shared, alpha);
    solveLowerRows(lower, shared, threads);
    const variance = gpVariances(parameters, context, rows);
    for (let row = 0; row < variance.length; row += 1) {
      let explained = 0;
      for (const element of matrixRow(shared, row)) explained += element * element;
      variance[row] = Math.max(0, variance[row]! - explained);
    }
    return { mean, variance };
  }

  function covariance(rows: MutationRows): Matrix {
    const shared = cross(rows);
    solveLowerRows(lower, shared, threads);
    const joint = gpCovariance(parameters, context, rows, rows);
    const explained = multiplyTransposed(shared, shared, threads);
    for (let at = 0; at < joint.data.length; at += 1) joint.data[at] = joint.data[at]! - explained.data[at]!;
    return joint;
  }

  return { meanAndVariance, covariance };
}

/**
 * Returns the log density of all targets, each predicted from the others (Rasmussen & Williams 2006, equations 5.10 to 5.12).
 */
export function leaveOneOutDensity(
  context: MutationContext,
  parameters: GpParameters,
  targets: GpTargets,
): number {
  const { lower, alpha } = conditionedOn(context, parameters, targets);
  const inverse = choleskyInverse(lower);
  return alpha.reduce((sum, coefficient, row) => {
    const precision = matrixRow(inverse, row)[row]!;
    return sum + 0.5 * Math.log(precision / (2 * Math.PI)) - (0.5 * coefficient ** 2) / precision;
  }, 0);
}

/**
 * Returns the Cholesky factor of the covariance of the targets, which includes their noise, and the product of the inverse
 * covariance and the targets.
 */
export function conditionedOn(
  context: MutationContext,
  parameters: GpParameters,
  { rows, values, counts }: GpTargets,
  threads?: Threads,
): { lower: Matrix; alpha: Float64Array } {
  const covariance = gpCovariance(parameters, context, rows, rows);
  for (let row = 0; row < values.length; row += 1) {
    const at = row * covariance.columns + row;
    covariance.data[at] = covariance.data[at]! + parameters.noise / counts[row]!;
  }
  const { lower } = cholesky(covariance, threads);
  return { lower, alpha: choleskySolve(lower, values) };
}
