import type { Random } from "@pdp/basics/statistics";
import {
  cholesky,
  choleskySolve,
  createMatrix,
  dot,
  logDeterminant,
  type Matrix,
  maternFiveHalves,
  matrixRow,
  solveLowerRows,
} from "@pdp/science/linearAlgebra";

/** Textbook Gaussian process over one-hot residues: a Matérn-5/2 kernel with one length scale, and noise. */
export interface OneHotProcess {
  predict(sequences: readonly string[]): Float64Array;
  /** Draws joint values from the posterior, draws × sequences. */
  draw(sequences: readonly string[], draws: number, random: Random): Float64Array[];
}

const LENGTHS = [0.7, 1, 1.5, 2, 3, 4, 6, 9, 14];
const VARIANCES = [0.3, 1, 3];
const NOISES = [0.003, 0.01, 0.03, 0.1, 0.3, 1];
/** Variance of the constant mean. */
const CONSTANT = 1;
const JITTER = 1e-6;

/** Fits the process to targets with mean 0 and variance 1, by the largest marginal likelihood on a grid. */
export function fitOneHotProcess(known: readonly string[], targets: Float64Array): OneHotProcess {
  const distances = squaredDistances(known, known);
  let best = { likelihood: Number.NEGATIVE_INFINITY, lengthScale: 1, variance: 1, noise: 1 };
  for (const lengthScale of LENGTHS)
    for (const variance of VARIANCES)
      for (const noise of NOISES) {
        const { lower } = cholesky(
          withConstant(maternFiveHalves(distances, { lengthScale, variance }), noise),
        );
        const likelihood = -0.5 * dot(targets, choleskySolve(lower, targets)) - 0.5 * logDeterminant(lower);
        if (likelihood > best.likelihood) best = { likelihood, lengthScale, variance, noise };
      }
  const { noise } = best;
  const { lower } = cholesky(withConstant(maternFiveHalves(distances, best), noise));
  const alpha = choleskySolve(lower, targets);
  const cross = (sequences: readonly string[]): Matrix =>
    withConstant(maternFiveHalves(squaredDistances(sequences, known), best), 0);
  const predict = (sequences: readonly string[]): Float64Array => {
    const shared = cross(sequences);
    return Float64Array.from(sequences, (_, row) => dot(matrixRow(shared, row), alpha));
  };
  return {
    predict,
    draw: (sequences, draws, random) => {
      const mean = predict(sequences);
      const shared = cross(sequences);
      solveLowerRows(lower, shared);
      const joint = withConstant(maternFiveHalves(squaredDistances(sequences, sequences), best), JITTER);
      for (let i = 0; i < joint.rows; i += 1)
        for (let j = 0; j < joint.columns; j += 1)
          joint.data[i * joint.columns + j] =
            joint.data[i * joint.columns + j]! - dot(matrixRow(shared, i), matrixRow(shared, j));
      const root = cholesky(joint).lower;
      return Array.from({ length: draws }, () => {
        const normal = mean.map(() => random.normal());
        return mean.map(
          (value, row) => value + dot(matrixRow(root, row).subarray(0, row + 1), normal.subarray(0, row + 1)),
        );
      });
    },
  };
}

function withConstant(covariance: Matrix, noise: number): Matrix {
  for (let row = 0; row < covariance.rows; row += 1)
    for (let column = 0; column < covariance.columns; column += 1) {
      const at = row * covariance.columns + column;
      covariance.data[at] = covariance.data[at]! + CONSTANT + (noise > 0 && row === column ? noise : 0);
    }
  return covariance;
}

/** Squared distances between one-hot residues: twice the number of positions where two sequences differ. */
function squaredDistances(a: readonly string[], b: readonly string[]): Matrix {
  const distances = createMatrix(a.length, b.length);
  for (const [row, first] of a.entries())
    for (const [column, other] of b.entries()) {
      let count = 0;
      for (let at = 0; at < first.length; at += 1) if (first[at] !== other[at]) count += 1;
      distances.data[row * b.length + column] = 2 * count;
    }
  return distances;
}
