import { createMatrix, type Matrix, matrixRow } from "../linearAlgebra/matrix.ts";
import { symmetricEigen } from "../linearAlgebra/symmetricEigen.ts";
import { AMINO_ACID_COUNT, residueIndices } from "./aminoAcids.ts";

/** Henikoff & Henikoff 1992, "Amino acid substitution matrices from protein blocks", PNAS 89:10915; in half-bits. */
const SCORES = `
   4  0 -2 -1 -2  0 -2 -1 -1 -1 -1 -2 -1 -1 -1  1  0  0 -3 -2
   0  9 -3 -4 -2 -3 -3 -1 -3 -1 -1 -3 -3 -3 -3 -1 -1 -1 -2 -2
  -2 -3  6  2 -3 -1 -1 -3 -1 -4 -3  1 -1  0 -2  0 -1 -3 -4 -3
  -1 -4  2  5 -3 -2  0 -3  1 -3 -2  0 -1  2  0  0 -1 -2 -3 -2
  -2 -2 -3 -3  6 -3 -1  0 -3  0  0 -3 -4 -3 -3 -2 -2 -1  1  3
   0 -3 -1 -2 -3  6 -2 -4 -2 -4 -3  0 -2 -2 -2  0 -2 -3 -2 -3
  -2 -3 -1  0 -1 -2  8 -3 -1 -3 -2  1 -2  0  0 -1 -2 -3 -2  2
  -1 -1 -3 -3  0 -4 -3  4 -3  2  1 -3 -3 -3 -3 -2 -1  3 -3 -1
  -1 -3 -1  1 -3 -2 -1 -3  5 -2 -1  0 -1  1  2  0 -1 -2 -3 -2
  -1 -1 -4 -3  0 -4 -3  2 -2  4  2 -3 -3 -2 -2 -2 -1  1 -2 -1
  -1 -1 -3 -2  0 -3 -2  1 -1  2  5 -2 -2  0 -1 -1 -1  1 -1 -1
  -2 -3  1  0 -3  0  1 -3  0 -3 -2  6 -2  0  0  1  0 -3 -4 -2
  -1 -3 -1 -1 -4 -2 -2 -3 -1 -3 -2 -2  7 -1 -2 -1 -1 -2 -4 -3
  -1 -3  0  2 -3 -2  0 -3  1 -2  0  0 -1  5  1  0 -1 -2 -2 -1
  -1 -3 -2  0 -3 -2  0 -3  2 -2 -1  0 -2  1  5 -1 -1 -3 -3 -2
   1 -1  0  0 -2  0 -1 -2  0 -2 -1  1 -1  0 -1  4  1 -2 -3 -2
   0 -1 -1 -1 -2 -2 -2 -1 -1 -1 -1  0 -1 -1 -1  1  5  0 -2 -2
   0 -1 -3 -2 -1 -3 -3  3 -2  1  1 -3 -2 -2 -3 -2  0  4 -3 -1
  -3 -2 -4 -3  1 -2 -2 -3 -3 -2 -1 -4 -4 -2 -3 -3 -2 -3 11  2
  -2 -2 -3 -2  3 -3  2 -1 -2 -1 -1 -2 -3 -1 -2 -2 -2 -1  2  7`;

/** 20 × 20, in the order of AMINO_ACIDS; element (a, b) is `BLOSUM62[a * 20 + b]`. */
export const BLOSUM62: Int8Array = Int8Array.from(SCORES.trim().split(/\s+/), Number);

/** Frequency of each amino acid in the blocks from which the matrix was derived; the frequencies add up to 1. Same source. */
export const BLOSUM62_BACKGROUND: Float64Array = backgroundOf({
  A: 0.074,
  C: 0.025,
  D: 0.054,
  E: 0.054,
  F: 0.047,
  G: 0.074,
  H: 0.026,
  I: 0.068,
  K: 0.058,
  L: 0.099,
  M: 0.025,
  N: 0.045,
  P: 0.039,
  Q: 0.034,
  R: 0.052,
  S: 0.057,
  T: 0.051,
  V: 0.073,
  W: 0.013,
  Y: 0.032,
});

/** Factor that converts scores in half-bits to log odds: ln 2 / 2. */
const HALF_BIT = Math.LN2 / 2;

/**
 * Returns the probability of b at a position where a related sequence has a, as element (a, b) of 20 × 20; rows add up to 1.
 * Computed from the rounded scores and the background, following the definition of the matrix.
 */
export function substitutionProbabilities(): Matrix {
  const probabilities = createMatrix(AMINO_ACID_COUNT, AMINO_ACID_COUNT);
  for (let a = 0; a < AMINO_ACID_COUNT; a += 1) {
    const row = probabilities.data.subarray(a * AMINO_ACID_COUNT, (a + 1) * AMINO_ACID_COUNT);
    let total = 0;
    for (let b = 0; b < AMINO_ACID_COUNT; b += 1) {
      row[b] = BLOSUM62_BACKGROUND[b]! * Math.exp(HALF_BIT * BLOSUM62[a * AMINO_ACID_COUNT + b]!);
      total += row[b]!;
    }
    for (let b = 0; b < AMINO_ACID_COUNT; b += 1) row[b] = row[b]! / total;
  }
  return probabilities;
}

/** Maximum number of dimensions required for 20 points. */
const ALL_DIMENSIONS = AMINO_ACID_COUNT - 1;

/**
 * Returns one vector per amino acid, 20 × dimensions; similar residues are close together. With all 19 dimensions, the squared
 * distance between a and b is s(a, a) + s(b, b) − 2 s(a, b) in BLOSUM62 scores s; with fewer dimensions, it is the best
 * approximation. Computed by classical scaling (Torgerson 1952): eigenvectors of the centered scores, which have no negative
 * eigenvalue, multiplied by the square roots of their eigenvalues. Without centering, the mean score, which is negative, would
 * occupy a dimension.
 */
export function residueEmbedding(dimensions = ALL_DIMENSIONS): Matrix {
  if (!(dimensions >= 1 && dimensions <= ALL_DIMENSIONS)) {
    throw new RangeError(`A residue's embedding has 1 to ${ALL_DIMENSIONS} dimensions, not ${dimensions}.`);
  }
  const { values, vectors } = symmetricEigen(centerScores());
  const embedding = createMatrix(AMINO_ACID_COUNT, dimensions);
  for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1) {
    for (let k = 0; k < dimensions; k += 1) {
      embedding.data[residue * dimensions + k] =
        vectors.data[residue * AMINO_ACID_COUNT + k]! * Math.sqrt(Math.max(0, values[k]!));
    }
  }
  return embedding;
}

/** Returns the scores minus the row and column means, plus the overall mean. */
function centerScores(): Matrix {
  const centered = createMatrix(AMINO_ACID_COUNT, AMINO_ACID_COUNT, Float64Array.from(BLOSUM62));
  const means = new Float64Array(AMINO_ACID_COUNT);
  for (let a = 0; a < AMINO_ACID_COUNT; a += 1) {
    for (const score of matrixRow(centered, a)) means[a] = means[a]! + score / AMINO_ACID_COUNT;
  }
  const overall = means.reduce((sum, mean) => sum + mean / AMINO_ACID_COUNT, 0);
  for (let a = 0; a < AMINO_ACID_COUNT; a += 1) {
    const row = matrixRow(centered, a);
    for (let b = 0; b < AMINO_ACID_COUNT; b += 1) row[b] = row[b]! - means[a]! - means[b]! + overall;
  }
  return centered;
}

function backgroundOf(frequencies: Record<string, number>): Float64Array {
  const background = new Float64Array(AMINO_ACID_COUNT);
  for (const [letter, frequency] of Object.entries(frequencies)) {
    background[residueIndices(letter)[0]!] = frequency;
  }
  return background;
}
