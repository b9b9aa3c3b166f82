import type { BatchQuality } from "./batchQuality.ts";
import type { ScaleUse } from "./scaleUse.ts";

export interface CalibrationPoint {
  /** Share of values that the model's interval should contain: 0 … 1. */
  expected: number;
  /** Share of values that it actually contained. */
  observed: number;
}

export interface LearningPoint {
  /** Number of training sequences. */
  rows: number;
  /** Rank correlation on rows that were not used for training. */
  value: number;
  low?: number | null;
  high?: number | null;
}

/** Cross-validated accuracy of a model of one assay, for unseen sequences. */
export interface Learnability {
  assay_id: string;
  /** Model as a noun phrase: "a ridge regression on one-hot residues". */
  model: string;
  /** Rows that have a value, and the folds they were divided into; replicates share a fold. */
  rows: number;
  folds: number;
  /** Out-of-fold rank correlation with its 95 % bootstrap interval; NaN if undefined. */
  spearman: number;
  low: number;
  high: number;
  /** p-value of the rank correlation. */
  p_value: number;
  /** Probability that ordering unseen variants by prediction helps: see `usefulChance`. */
  chance: number;
  /**
   * Enrichment of the highest tenth of the measured values in the highest tenth of the predictions, or of the lowest tenth in
   * the lowest tenth. Earlier evaluations do not contain it, or contain it without `end`.
   */
  enrichment?: { factor: number; p_value: number; end?: TopEnd };
  pearson?: number;
  /** Root mean square error on the scale of `parity`. */
  rmse?: number;
  /** Share of values inside the 95 % prediction intervals. */
  coverage?: number;
  /** Scale of `parity`: values in the assay's unit, log₁₀ (value + offset), or normal scores of the ranks. */
  scale: { kind: "identity" | "log" | "rank"; offset: number };
  /** Absent in earlier evaluations. */
  scales?: ScaleUse;
  /** Accuracy within each batch; absent without batches. */
  batches?: readonly BatchQuality[];
  /** Accuracy within each round; absent without rounds. */
  rounds?: readonly BatchQuality[];
  /** Out-of-fold predictions. */
  parity: readonly { observed: number; predicted: number }[];
  learning_curve?: readonly LearningPoint[];
  calibration?: readonly CalibrationPoint[];
}

/** End of an assay's value range that is judged: the low end if the objective minimizes the assay. */
export type TopEnd = "HIGHEST" | "LOWEST";

/** Probabilities above which a verdict is positive without reservation, and below which it is negative. */
const CERTAIN = 0.9;
const UNLIKELY = 0.05;
const MIN_ENRICHMENT = 2;
const MAX_ENRICHMENT_P_VALUE = 0.01;

/** Purpose that predictions are suitable for: ranking all variants (ORDER), or only finding the best variants (TOP). */
export type Use = "ORDER" | "TOP";

/** Sentence that explains the rule in `useOf` to readers. */
export const USE_RULE =
  "Predictions order variants if the probability that their rank correlation with unseen values is at least 0.3 is 5 in 10 or more; it follows from the rank correlation here, the number of variants, and what is usual. They find the best variants if the tenth with the highest predictions contains at least twice as many of the highest tenth as expected by chance, with a p-value of at most 0.01. For an assay that the primary objective minimizes, this applies to the lowest tenth.";

type Judged = Pick<Learnability, "chance" | "enrichment">;

/**
 * Returns the purpose that a model's predictions are more likely than not suitable for; null if ordering variants by them is
 * unlikely to help.
 */
export function useOf({ chance, enrichment }: Judged): Use | null {
  if (chance >= 0.5) return "ORDER";
  const isEnriched =
    enrichment !== undefined &&
    enrichment.factor >= MIN_ENRICHMENT &&
    enrichment.p_value <= MAX_ENRICHMENT_P_VALUE;
  return isEnriched ? "TOP" : null;
}

/** Returns the probability that ordering by prediction helps, in words: "8 in 10"; null if the verdict is certain. */
export function uncertainty(learnability: Judged): string | null {
  const { chance } = learnability;
  const isSettled = chance >= CERTAIN || chance < UNLIKELY || useOf(learnability) === "TOP";
  return isSettled ? null : `${Math.max(1, Math.min(9, Math.round(10 * chance)))} in 10`;
}
