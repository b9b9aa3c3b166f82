import { createMatrix, type Matrix, matrixRow } from "../linearAlgebra/matrix.ts";
import { AMINO_ACID_COUNT } from "../sequences/aminoAcids.ts";
import { BLOSUM62_BACKGROUND, substitutionProbabilities } from "../sequences/blosum62.ts";
import type { Alignment } from "./alignment.ts";

/** Number of sequences that the substitution matrix is equivalent to at each position (Altschul et al. 1997). */
const PSEUDO_COUNT = 10;
/** Pseudo-count of the reference in addition to its row, spread over common replacements of its residue. */
const TEMPLATE_COUNT = 1;

/**
 * Computes the probability of each amino acid at each position, length × 20; rows add up to 1. Uses weighted frequencies with
 * pseudo-counts: the expectation under BLOSUM62 given the observed residues (Altschul et al. 1997, "Gapped BLAST and
 * PSI-BLAST", Nucleic Acids Res 25:3389) and given the reference's residue. Without homologs, this is the substitution matrix
 * around the reference.
 */
export function profile(alignment: Alignment, weights: Float64Array): Matrix {
  const { reference, length } = alignment;
  const seen = residueCounts(alignment, weights);
  const replaced = substitutionProbabilities();
  const result = createMatrix(length, AMINO_ACID_COUNT);
  for (let position = 0; position < length; position += 1) {
    const counts = matrixRow(seen, position);
    const template = reference[position]!;
    const around = template < AMINO_ACID_COUNT ? matrixRow(replaced, template) : BLOSUM62_BACKGROUND;
    const total = counts.reduce((sum, count) => sum + count, 0);
    for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1) {
      let expected = around[residue]!;
      if (total > 0) {
        expected = 0;
        for (let from = 0; from < AMINO_ACID_COUNT; from += 1) {
          expected += (counts[from]! / total) * replaced.data[from * AMINO_ACID_COUNT + residue]!;
        }
      }
      result.data[position * AMINO_ACID_COUNT + residue] =
        (counts[residue]! + PSEUDO_COUNT * expected + TEMPLATE_COUNT * around[residue]!) /
        (total + PSEUDO_COUNT + TEMPLATE_COUNT);
    }
  }
  return result;
}

/** Sums the weights of the rows with each amino acid at each position, length × 20. */
function residueCounts({ length, rows, residues }: Alignment, weights: Float64Array): Matrix {
  const counts = createMatrix(length, AMINO_ACID_COUNT);
  for (let row = 0; row < rows; row += 1) {
    for (let position = 0; position < length; position += 1) {
      const residue = residues[row * length + position]!;
      if (residue >= AMINO_ACID_COUNT) continue;
      const at = position * AMINO_ACID_COUNT + residue;
      counts.data[at] = counts.data[at]! + weights[row]!;
    }
  }
  return counts;
}
