import { calibrationFactor } from "./calibration.ts";
import { type EffectChange, effectCorrection, effectThresholds, fitEffectSlopes } from "./effectCurve.ts";
import {
  fitSelectionShrinkage,
  type SelectionShrinkage,
  selectionFactor,
  shrinkMean,
} from "./selectionShrinkage.ts";
import { stackWeights } from "./stackWeights.ts";

/** Out-of-fold predictions of all candidates, in the order of the assay's variants. */
export interface FoldPredictions {
  candidates: Float64Array[];
  /** Standard deviation of the mean of each variant's replicates, by the Gaussian process. */
  deviations: Float64Array;
  /** Variants × knots of the effect curve. */
  excess: Float64Array;
}

/** How the candidates' predictions become one. */
export interface Combination {
  weights: Float64Array;
  effects: EffectChange;
  /** Factor of all standard deviations. */
  calibration: number;
  selection: SelectionShrinkage;
}

/** Fits the combination to out-of-fold predictions. Rows with `use` = 0 do not count. */
export function fitCombination(
  { candidates, deviations, excess }: FoldPredictions,
  targets: Float64Array,
  use: ArrayLike<number>,
): Combination {
  const weights = stackWeights(candidates, targets, use);
  const weighted = targets.map((_, row) => weightedMean(candidates, weights, row));
  const wrong = targets.map((target, row) => target - weighted[row]!);
  const slopes = fitEffectSlopes(excess, wrong, use);
  const effects = { slopes, thresholds: effectThresholds(excess, slopes.length, use) };
  const stacked = weighted.map((mean, row) => mean + effectCorrection(excess, effects, row));
  const errors = targets.map((target, row) => target - stacked[row]!);
  const calibration = calibrationFactor(errors, deviations, use);
  const calibrated = deviations.map((deviation) => calibration * deviation);
  const selection = fitSelectionShrinkage(stacked, targets, calibrated, use);
  return { weights, effects, calibration, selection };
}

/** Combines the predictions for a row. */
export function combineRow(
  { weights, effects, calibration, selection }: Combination,
  { candidates, deviations, excess }: FoldPredictions,
  row: number,
): { mean: number; deviation: number } {
  const weighted = weightedMean(candidates, weights, row) + effectCorrection(excess, effects, row);
  const mean = shrinkMean(selection, weighted);
  return { mean, deviation: calibration * selectionFactor(selection, mean) * deviations[row]! };
}

function weightedMean(candidates: readonly Float64Array[], weights: Float64Array, row: number): number {
  return candidates.reduce((sum, values, index) => sum + weights[index]! * values[row]!, 0);
}
