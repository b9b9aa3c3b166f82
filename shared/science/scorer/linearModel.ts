import type { Random } from "#shared/science/statistics/random.ts";
import { type FeatureLayout, featureLayout, linearFeatures } from "./linearFeatures.ts";
import { mutationRows } from "./mutationRows.ts";
import { predictRidge, type RidgeFit } from "./ridge.ts";
import { ridgePenalty } from "./ridgePenalty.ts";
import type { TrainingVariants } from "./trainingVariants.ts";

/** Ridge regression on mutations, the mean of a Gaussian process with many rows. Plain data. */
export interface LinearModel {
  layout: FeatureLayout;
  ridge: RidgeFit;
}

export function fitLinear(
  reference: Uint8Array,
  { sequences, targets, counts }: TrainingVariants,
  random: Random,
): LinearModel {
  const rows = mutationRows(sequences, reference);
  const layout = featureLayout(rows);
  return { layout, ridge: ridgePenalty(linearFeatures(rows, layout), targets, counts, random) };
}

export function predictLinear(
  { layout, ridge }: LinearModel,
  reference: Uint8Array,
  sequences: readonly Uint8Array[],
): Float64Array {
  return predictRidge(ridge, linearFeatures(mutationRows(sequences, reference), layout));
}
