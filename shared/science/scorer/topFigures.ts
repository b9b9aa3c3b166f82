import { normalQuantile } from "@pdp/basics/statistics";
import { bestTenth, tenthOf } from "./enrichment.ts";

/**
 * Measured values of the variants that a scientist would order: those with the best predictions, each from a model that had
 * not seen the variant (out-of-fold).
 */
export interface TopFigures {
  /** Number of variants that would be ordered: 50, or a tenth of all variants if that is fewer. */
  ordered: number;
  /** Number of ordered variants in the best tenth by measurement, and the number expected by chance. */
  hits: number;
  hits_by_chance: number;
  /**
   * Means in the assay's unit: of the ordered variants, of all variants, and of the same number of variants with the best
   * measured values.
   */
  ordered_mean: number;
  all_mean: number;
  best_mean: number;
  /** Best value among the ordered variants, and best value overall, in the assay's unit. */
  ordered_best: number;
  best: number;
  /**
   * Mean of the predictions for the ordered variants, in the assay's unit, for comparison with the mean of their measured
   * values.
   */
  predicted_mean: number;
  /** Share of the variants in the tenth with the best predictions that have values inside their 95 % intervals. */
  coverage: number;
}

export interface TopInput {
  /** Measured values, predicted values and standard deviations on the transformed scale. */
  targets: Float64Array;
  predicted: Float64Array;
  deviations: Float64Array;
  /** Converts a transformed value to the assay's unit. */
  invert(value: number): number;
}

export const MAX_ORDERED = 50;
const SHARE = 0.95;

/** Computes the figures for high values (`sign` 1) or low values (−1). */
export function topFigures({ targets, predicted, deviations, invert }: TopInput, sign: 1 | -1): TopFigures {
  const rank = (values: Float64Array): number[] =>
    [...values.keys()].sort((a, b) => sign * (values[b]! - values[a]!));
  const tenth = tenthOf(targets.length);
  const best = bestTenth(targets, sign);
  const ordered = Math.min(MAX_ORDERED, tenth);
  const [byPrediction, byValue] = [rank(predicted), rank(targets)];
  const first = byPrediction.slice(0, ordered);
  const reach = normalQuantile((1 + SHARE) / 2);
  const inside = byPrediction
    .slice(0, tenth)
    .filter((row) => Math.abs(targets[row]! - predicted[row]!) <= reach * deviations[row]!);
  const meanOf = (rows: readonly number[], values: Float64Array): number =>
    rows.reduce((sum, row) => sum + invert(values[row]!) / rows.length, 0);
  const bestOf = (rows: readonly number[]): number =>
    invert(sign * Math.max(...rows.map((row) => sign * targets[row]!)));
  return {
    ordered,
    hits: first.filter((row) => best[row]).length,
    hits_by_chance: (ordered * best.filter(Boolean).length) / targets.length,
    ordered_mean: meanOf(first, targets),
    all_mean: meanOf(byValue, targets),
    best_mean: meanOf(byValue.slice(0, ordered), targets),
    ordered_best: bestOf(first),
    best: bestOf(byValue.slice(0, 1)),
    predicted_mean: meanOf(first, predicted),
    coverage: inside.length / tenth,
  };
}
