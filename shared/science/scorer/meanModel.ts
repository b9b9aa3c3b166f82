import type { Random } from "@pdp/basics/statistics";
import { fitGlobalEpistasis, type GlobalEpistasis, predictGlobalEpistasis } from "./globalEpistasis.ts";
import { type FeatureLayout, featureLayout, linearFeatures } from "./linearFeatures.ts";
import { mutationRows } from "./mutationRows.ts";
import { ridgePenalty } from "./ridgePenalty.ts";
import type { TrainingVariants } from "./trainingVariants.ts";

/**
 * Effects of mutations that add up on a latent scale, followed by an increasing curve: the mean of a Gaussian process with
 * many rows. Plain data.
 */
export interface MeanModel {
  layout: FeatureLayout;
  curve: GlobalEpistasis;
}

export function fitMeanModel(
  reference: Uint8Array,
  { sequences, targets: y, counts: weights }: TrainingVariants,
  random: Random,
): MeanModel {
  const rows = mutationRows(sequences, reference);
  const layout = featureLayout(rows);
  const x = linearFeatures(rows, layout);
  const meanRandom = random.fork("globalEpistasis");
  return {
    layout,
    curve: fitGlobalEpistasis({ x, y, weights }, ridgePenalty(x, y, weights, meanRandom), meanRandom),
  };
}

export function predictMean(
  { layout, curve }: MeanModel,
  reference: Uint8Array,
  sequences: readonly Uint8Array[],
): Float64Array {
  return predictGlobalEpistasis(curve, linearFeatures(mutationRows(sequences, reference), layout));
}
