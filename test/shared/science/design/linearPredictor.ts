import type { Random } from "@pdp/basics/statistics";
import {
  addToDiagonal,
  cholesky,
  choleskySolve,
  createMatrix,
  type Matrix,
  multiplyTransposed,
  solveLowerRows,
} from "@pdp/science/linearAlgebra";
import { AMINO_ACID_COUNT } from "@pdp/science/sequences";
import { transpose } from "#test/shared/science/transpose.ts";
import type { AssayPredictor } from "../../../../shared/science/design/designScorer.ts";
import { multiplyVector } from "../../../../shared/science/linearAlgebra/matrix.ts";

/** Bayesian linear regression on residues with known noise: a model with an exact posterior, on the assay's scale. */
export function linearPredictor(
  assayId: string,
  sequences: readonly Uint8Array[],
  values: readonly number[],
  noise = 0.1,
): AssayPredictor {
  const columns = transpose(oneHot(sequences));
  const precision = multiplyTransposed(columns, columns);
  for (let at = 0; at < precision.data.length; at += 1) precision.data[at] = precision.data[at]! / noise ** 2;
  addToDiagonal(precision, 1);
  const { lower } = cholesky(precision);
  const moments = multiplyVector(columns, Float64Array.from(values)).map((sum) => sum / noise ** 2);
  const weights = choleskySolve(lower, moments);

  /** Mean of each sequence, and rows with products that form the covariance. */
  const posterior = (asked: readonly Uint8Array[]): { mean: Float64Array; factor: Matrix } => {
    const factor = oneHot(asked);
    const mean = multiplyVector(factor, weights);
    solveLowerRows(lower, factor);
    return { mean, factor };
  };
  return {
    assayId,
    scaleType: "ADDITIVE",
    transform: (value) => value,
    predict(asked) {
      const { mean, factor } = posterior(asked);
      const sd = mean.map((_, row) =>
        Math.hypot(...factor.data.subarray(row * factor.columns, (row + 1) * factor.columns)),
      );
      return { mean, sd, transformedMean: mean, transformedSd: sd };
    },
    samplePosterior(asked, count: number, random: Random) {
      const { mean, factor } = posterior(asked);
      const noiseRows = createMatrix(
        count,
        factor.columns,
        Float64Array.from({ length: count * factor.columns }, () => random.normal()),
      );
      const draws = multiplyTransposed(noiseRows, factor);
      for (let at = 0; at < draws.data.length; at += 1)
        draws.data[at] = draws.data[at]! + mean[at % asked.length]!;
      return draws;
    },
  };
}

/** Encodes one row per sequence, with one column for each residue at each site. */
function oneHot(sequences: readonly Uint8Array[]): Matrix {
  const matrix = createMatrix(sequences.length, (sequences[0]?.length ?? 0) * AMINO_ACID_COUNT);
  for (const [row, sequence] of sequences.entries()) {
    for (const [site, residue] of sequence.entries()) {
      if (residue < AMINO_ACID_COUNT)
        matrix.data[row * matrix.columns + site * AMINO_ACID_COUNT + residue] = 1;
    }
  }
  return matrix;
}
