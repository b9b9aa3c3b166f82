/** Assay predicted by a scorer, with its accuracy for unseen sequences. */
export interface ScoredAssay {
  assay_id: string;
  scale_type: string;
  spearman: number | null;
  /** Bounds of the 95 % interval; absent in models of earlier versions. */
  spearman_low?: number | null;
  spearman_high?: number | null;
  /** True if its predictions rank variants better than chance. */
  usable: boolean;
}

/** Rank correlations from which predictions are called strong, good and fair. */
const GRADES = [
  [0.7, "strong"],
  [0.5, "good"],
  [0.3, "fair"],
] as const;

/** States how reliable the predictions of an assay are: `weak (rank correlation 0.20, 95 % interval 0.04 to 0.35)`. */
export function reliabilityWords({
  spearman,
  spearman_low: low,
  spearman_high: high,
  usable,
}: ScoredAssay): string {
  if (spearman === null) return "unknown (too few rows)";
  const grade = usable ? (GRADES.find(([from]) => spearman >= from)?.[1] ?? "weak") : "weak";
  const interval =
    low == null || high == null ? "" : `, 95 % interval ${low.toFixed(2)} to ${high.toFixed(2)}`;
  return `${grade} (rank correlation ${spearman.toFixed(2)}${interval})${usable ? "" : ", unlikely to help"}`;
}
