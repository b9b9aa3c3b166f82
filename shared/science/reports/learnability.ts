import type { CalibrationPoint } from "./plots/calibrationPlot.ts";
import type { LearningPoint } from "./plots/learningCurve.ts";
import type { ParityPoint } from "./plots/parityPlot.ts";

/** How well a model predicts the values of one assay for sequences that it has not seen, from cross-validation. */
export interface Learnability {
  assay_id: string;
  /** What was trained, as it goes on in a sentence: "a ridge regression on one-hot residues". */
  model: string;
  /** Rows with a value, and the folds they were divided into; replicates share a fold. */
  rows: number;
  folds: number;
  /** Out of fold, with its 95 % bootstrap interval; NaN where it is undefined. */
  spearman: number;
  low: number;
  high: number;
  /** Of the rank correlation. */
  p_value: number;
  pearson?: number;
  /** On the scale of `parity`. */
  rmse?: number;
  /** The share of values inside the 95 % prediction intervals. */
  coverage?: number;
  /** What `parity` holds: values in the assay's unit, log₁₀ (value + offset), or normal scores of the ranks. */
  scale: { kind: "identity" | "log" | "rank"; offset: number };
  parity: readonly ParityPoint[];
  learning_curve?: readonly LearningPoint[];
  calibration?: readonly CalibrationPoint[];
}

const MIN_CORRELATION = 0.3;
const MAX_P_VALUE = 0.05;

/** Below this, a model's order of candidates is too close to chance to choose by. */
export function isLearnable({ spearman, p_value }: Pick<Learnability, "spearman" | "p_value">): boolean {
  return spearman >= MIN_CORRELATION && p_value <= MAX_P_VALUE;
}
