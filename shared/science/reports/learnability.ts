import type { CalibrationPoint } from "./plots/calibrationPlot.ts";
import type { LearningPoint } from "./plots/learningCurve.ts";

/** Cross-validated accuracy of a model of one assay, for sequences that it has not seen. */
export interface Learnability {
  assay_id: string;
  /** Model as a noun phrase: "a ridge regression on one-hot residues". */
  model: string;
  /** Rows with a value, and the folds they were divided into; replicates share a fold. */
  rows: number;
  folds: number;
  /** Out-of-fold rank correlation with its 95 % bootstrap interval; NaN if undefined. */
  spearman: number;
  low: number;
  high: number;
  /** p-value of the rank correlation. */
  p_value: number;
  pearson?: number;
  /** Root mean square error on the scale of `parity`. */
  rmse?: number;
  /** Share of values inside the 95 % prediction intervals. */
  coverage?: number;
  /** Scale of `parity`: values in the assay's unit, log₁₀ (value + offset), or normal scores of the ranks. */
  scale: { kind: "identity" | "log" | "rank"; offset: number };
  /** Out-of-fold predictions. */
  parity: readonly { observed: number; predicted: number }[];
  learning_curve?: readonly LearningPoint[];
  calibration?: readonly CalibrationPoint[];
}

const MIN_CORRELATION = 0.3;
const MAX_P_VALUE = 0.05;

/** Tells whether a model's ranking is far enough from chance to choose candidates by. */
export function isLearnable({ spearman, p_value }: Pick<Learnability, "spearman" | "p_value">): boolean {
  return spearman >= MIN_CORRELATION && p_value <= MAX_P_VALUE;
}
