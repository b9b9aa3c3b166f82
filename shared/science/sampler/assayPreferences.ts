import { median } from "@pdp/basics/statistics";
import { createMatrix, type Matrix } from "../linearAlgebra/matrix.ts";
import { minimize } from "../optimization/lbfgs.ts";
import { AMINO_ACID_COUNT } from "../sequences/aminoAcids.ts";

/** Measured variants of a reference. */
export interface AssayedVariants {
  /** Sequences aligned to the reference's positions. */
  sequences: readonly Uint8Array[];
  /** One value per sequence, where larger is better; NaN if missing. */
  values: Float64Array;
}

/** λ of the penalty λ/2 Σ β²: a priori, few substitutions change the odds by more than a factor of e². */
const PENALTY = 1;

/**
 * Estimates preferences for single substitutions from assayed variants, length × 20: the change in the log odds of being in
 * the better half of the variants. Preferences are zero for the reference's residues and for unmeasured substitutions. Uses
 * logistic regression with a Gaussian prior, so that substitutions that always occur together share their effect.
 */
export function assayPreferences(reference: Uint8Array, { sequences, values }: AssayedVariants): Matrix {
  const preferences = createMatrix(reference.length, AMINO_ACID_COUNT);
  const middle = median(values);
  const measured = [...sequences.keys()].filter((row) => !Number.isNaN(values[row]!));
  const better = measured.map((row) => values[row]! > middle);
  // If all values are (nearly) the same, there are no halves to compare.
  if (!better.includes(true) || !better.includes(false)) return preferences;
  const substitutions = measured.map((row) => substitutionsOf(reference, sequences[row]!));
  const columns = [...new Set(substitutions.flatMap((row) => [...row]))].sort((a, b) => a - b);
  const columnOf = new Int32Array(preferences.data.length).fill(-1);
  for (const [column, element] of columns.entries()) columnOf[element] = column;
  const rows = substitutions.map((row) => row.map((element) => columnOf[element]!));
  const { x } = minimize(logisticLoss(rows, better, columns.length), new Float64Array(columns.length + 1));
  for (const [column, element] of columns.entries()) preferences.data[element] = x[column]!;
  return preferences;
}

/** Returns the elements (position × 20 + residue) in which a sequence differs from the reference. */
function substitutionsOf(reference: Uint8Array, sequence: Uint8Array): Int32Array {
  if (sequence.length !== reference.length) {
    throw new RangeError(
      `A variant has ${sequence.length} positions but the reference has ${reference.length}: align it first.`,
    );
  }
  const elements: number[] = [];
  for (let position = 0; position < sequence.length; position += 1) {
    const residue = sequence[position]!;
    if (residue < AMINO_ACID_COUNT && residue !== reference[position]) {
      elements.push(position * AMINO_ACID_COUNT + residue);
    }
  }
  return Int32Array.from(elements);
}

/** Returns the loss as a function of one coefficient per column and, last and without penalty, the intercept. */
function logisticLoss(rows: readonly Int32Array[], better: readonly boolean[], columns: number) {
  return (x: Float64Array, gradient: Float64Array): number => {
    let loss = 0;
    gradient.fill(0);
    for (let column = 0; column < columns; column += 1) {
      loss += (PENALTY / 2) * x[column]! ** 2;
      gradient[column] = PENALTY * x[column]!;
    }
    for (const [index, row] of rows.entries()) {
      let score = x[columns]!;
      for (const column of row) score += x[column]!;
      const signed = better[index] ? score : -score;
      loss += signed > 0 ? Math.log1p(Math.exp(-signed)) : Math.log1p(Math.exp(signed)) - signed;
      const slope = 1 / (1 + Math.exp(-score)) - (better[index] ? 1 : 0);
      for (const column of row) gradient[column]! += slope;
      gradient[columns]! += slope;
    }
    return loss;
  };
}
