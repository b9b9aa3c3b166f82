import { addScaled, dot } from "../linearAlgebra/matrix.ts";
import { multiplySparse, multiplySparseTransposed, type SparseRows } from "./sparseRows.ts";

export interface RidgeFit {
  intercept: number;
  coefficients: Float64Array;
}

const CG_TOLERANCE = 1e-8;
const CG_ITERATIONS = 1_000;

/**
 * Fits a ridge regression with weighted rows and an unpenalized intercept: the minimum of Σ w (y − a − x·b)² + penalty · |b|²
 * (Hoerl & Kennard 1970). The normal equations are solved with conjugate gradients on the centered columns, so that no columns
 * × columns matrix is needed.
 */
export function ridge(x: SparseRows, y: Float64Array, weights: Float64Array, penalty: number): RidgeFit {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const means = multiplySparseTransposed(x, weights).map((sum) => sum / total);
  const meanY = dot(weights, y) / total;
  /** Multiplies weighted residuals by the transposed centered columns. */
  const back = (residual: Float64Array): Float64Array => {
    const weighted = residual.map((value, row) => value * weights[row]!);
    const sum = weighted.reduce((all, value) => all + value, 0);
    return multiplySparseTransposed(x, weighted).map((value, column) => value - sum * means[column]!);
  };
  const normal = (b: Float64Array): Float64Array => {
    const shift = dot(means, b);
    const product = back(multiplySparse(x, b).map((value) => value - shift));
    return product.map((value, column) => value + penalty * b[column]!);
  };
  const coefficients = conjugateGradients(normal, back(y.map((value) => value - meanY)));
  return { intercept: meanY - dot(means, coefficients), coefficients };
}

export function predictRidge({ intercept, coefficients }: RidgeFit, x: SparseRows): Float64Array {
  return multiplySparse(x, coefficients).map((value) => value + intercept);
}

/** Solves A b = c for a symmetric positive definite A, given as a function that computes products (Hestenes & Stiefel 1952). */
function conjugateGradients(product: (b: Float64Array) => Float64Array, right: Float64Array): Float64Array {
  const solution = new Float64Array(right.length);
  const residual = right.slice();
  const direction = right.slice();
  let square = dot(residual, residual);
  const enough = CG_TOLERANCE ** 2 * square;
  for (let iteration = 0; iteration < CG_ITERATIONS && square > enough; iteration += 1) {
    const image = product(direction);
    const step = square / dot(direction, image);
    addScaled(solution, direction, step);
    addScaled(residual, image, -step);
    const next = dot(residual, residual);
    const ratio = next / square;
    for (let at = 0; at < right.length; at += 1) direction[at] = residual[at]! + ratio * direction[at]!;
    square = next;
  }
  return solution;
}
