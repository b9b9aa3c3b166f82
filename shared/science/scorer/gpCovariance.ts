import { type Matrix, matrixRow } from "../linearAlgebra/matrix.ts";
import type { MutationContext } from "./mutationContext.ts";
import {
  embeddingKernel,
  kernelMatrix,
  type MutationKernel,
  oneHotKernel,
  type PairKernel,
  pairKernel,
} from "./mutationKernels.ts";
import { type MutationRows, sumOverPairs, sumWithinRows } from "./mutationRows.ts";

/** Parameters for targets with mean 0 and variance of about 1. Plain data. */
export interface GpParameters {
  /** Variance of a single measurement around the variant's true value. */
  noise: number;
  /** Variances of the additive part. */
  additive: readonly { kernel: MutationKernel; variance: number }[];
  /**
   * Variance of the Matérn-5/2 part, which depends on the distances between the residues' embeddings and between one-hot
   * residues.
   */
  maternVariance: number;
  /** Positions with a separate length scale, if any; `lengthScale` applies to all others. */
  sites: Uint32Array;
  lengthScales: Float64Array;
  lengthScale: number;
  /** Length scale for the distances between one-hot residues; null if they do not count. */
  identityLength: number | null;
}

/**
 * Variance shared by all rows, because the reference's value is not known exactly either; equal to the variance of the
 * targets.
 */
export const CONSTANT_VARIANCE = 1;

/** Computes covariances between the true values of the rows of A and B, without noise. */
export function gpCovariance(
  parameters: GpParameters,
  context: MutationContext,
  a: MutationRows,
  b: MutationRows,
): Matrix {
  const additive = kernelMatrix(
    a,
    b,
    parameters.additive.map(({ kernel, variance }) => ({
      kernel: pairKernel(kernel, context, a, b),
      factor: variance,
    })),
  );
  const covariance = sumOverPairs(a, b, additive);
  const products = sumOverPairs(a, b, kernelMatrix(a, b, distanceKernels(parameters, context, a, b)));
  const normsA = norms(parameters, context, a);
  const normsB = a === b ? normsA : norms(parameters, context, b);
  for (let i = 0; i < covariance.rows; i += 1) {
    const row = matrixRow(covariance, i);
    const product = matrixRow(products, i);
    for (let j = 0; j < row.length; j += 1) {
      const square = 5 * Math.max(0, normsA[i]! + normsB[j]! - 2 * product[j]!);
      const scaled = Math.sqrt(square);
      row[j] =
        row[j]! +
        CONSTANT_VARIANCE +
        parameters.maternVariance * (1 + scaled + square / 3) * Math.exp(-scaled);
    }
  }
  return covariance;
}

/** Computes the prior variance of each row's true value: the diagonal of `gpCovariance`. */
export function gpVariances(
  parameters: GpParameters,
  context: MutationContext,
  rows: MutationRows,
): Float64Array {
  const kernels = parameters.additive.map(({ kernel, variance }) => ({
    variance,
    of: pairKernel(kernel, context, rows, rows).of,
  }));
  const additive = sumWithinRows(rows, (first, second) =>
    kernels.reduce((sum, { variance, of }) => sum + variance * of(first, second), 0),
  );
  const others = CONSTANT_VARIANCE + parameters.maternVariance;
  return additive.map((variance) => variance + others);
}

function norms(parameters: GpParameters, context: MutationContext, rows: MutationRows): Float64Array {
  const kernels = distanceKernels(parameters, context, rows, rows);
  return sumWithinRows(rows, (i, j) =>
    kernels.reduce((sum, { kernel, factor }) => sum + factor * kernel.of(i, j), 0),
  );
}

/** Returns the kernels of the distances on which the Matérn part depends, in units of their length scales. */
function distanceKernels(
  parameters: GpParameters,
  context: MutationContext,
  a: MutationRows,
  b: MutationRows,
): { kernel: PairKernel; factor: number }[] {
  const embedding = { kernel: embeddingKernel(context, a, b, inverseSquares(parameters)), factor: 1 };
  if (parameters.identityLength === null) return [embedding];
  return [embedding, { kernel: oneHotKernel(a, b), factor: 1 / parameters.identityLength ** 2 }];
}

function inverseSquares({ sites, lengthScales, lengthScale }: GpParameters): (site: number) => number {
  const inverses = new Map([...sites].map((site, index) => [site, 1 / lengthScales[index]! ** 2]));
  const other = 1 / lengthScale ** 2;
  return (site) => inverses.get(site) ?? other;
}
