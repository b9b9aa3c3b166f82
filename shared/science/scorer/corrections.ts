import { calibrationFactor } from "./calibration.ts";
import { type EffectChange, effectCorrection, effectThresholds, fitEffectSlopes } from "./effectCurve.ts";
import {
  fitSelectionShrinkage,
  type SelectionShrinkage,
  selectionFactor,
  shrinkMean,
} from "./selectionShrinkage.ts";

/** Out-of-fold predictions of the Gaussian process, in the order of the assay's variants. */
export interface FoldPredictions {
  means: Float64Array;
  /** Standard deviation of the mean of each variant's replicates. */
  deviations: Float64Array;
  /** Variants × knots of the effect curve. */
  excess: Float64Array;
}

/** Corrections applied to predictions. */
export interface Corrections {
  effects: EffectChange;
  /** Factor for all standard deviations. */
  calibration: number;
  selection: SelectionShrinkage;
}

/** Fits the corrections to out-of-fold predictions. Rows with `use` = 0 do not count. */
export function fitCorrections(
  { means, deviations, excess }: FoldPredictions,
  targets: Float64Array,
  use: ArrayLike<number>,
): Corrections {
  const wrong = targets.map((target, row) => target - means[row]!);
  const slopes = fitEffectSlopes(excess, wrong, use);
  const effects = { slopes, thresholds: effectThresholds(excess, slopes.length, use) };
  const corrected = means.map((mean, row) => mean + effectCorrection(excess, effects, row));
  const errors = targets.map((target, row) => target - corrected[row]!);
  const calibration = calibrationFactor(errors, deviations, use);
  const calibrated = deviations.map((deviation) => calibration * deviation);
  const selection = fitSelectionShrinkage(corrected, targets, calibrated, use);
  return { effects, calibration, selection };
}

/** Corrects the prediction for a row. */
export function correctRow(
  { effects, calibration, selection }: Corrections,
  { means, deviations, excess }: FoldPredictions,
  row: number,
): { mean: number; deviation: number } {
  const mean = shrinkMean(selection, means[row]! + effectCorrection(excess, effects, row));
  return { mean, deviation: calibration * selectionFactor(selection, mean) * deviations[row]! };
}
