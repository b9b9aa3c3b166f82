import { spearman } from "@pdp/basics/statistics";
import { invertTransform } from "./assayTransform.ts";
import type { AssayPlan } from "./scorerPlan.ts";
import { wideningFactor } from "./widening.ts";

/** Predictions for variants that a model was not trained on. Plain data. */
export interface HeldPredictions {
  /** Indices of the held-out variants among the assay's variants. */
  held: Uint32Array;
  means: Float64Array;
  /** Variances of the true value, and of a single measurement around it. */
  variances: Float64Array;
  noise: number;
}

/** Comparison of the last round's values with what a model of the earlier rounds predicts. Plain data. */
export interface LastRound {
  round: string;
  /** Number of variants that were measured in this round only. */
  variants: number;
  /** Mean of the predictions and of the values, in the assay's unit. */
  predicted_mean: number;
  measured_mean: number;
  spearman: number;
  /** Share of values inside the 95 % prediction intervals. */
  coverage: number;
  /** Factor by which the deviations of predictions are multiplied, because intervals held too few of these values. */
  widening: number;
}

/** Minimum numbers of variants of the last round, and of earlier ones, for a comparison. */
const MIN_LAST = 8;
const MIN_EARLIER = 10;
const REACH_95 = 1.96;

/** Returns the places of the variants that only the last round measured; null if there are too few, or no earlier ones. */
export function placesOfLastRound({ roundOf, rounds, variants }: AssayPlan): Uint32Array | null {
  if (roundOf === undefined || rounds === undefined) return null;
  const places = Uint32Array.from(variants, (_, index) => index);
  const heldOut = places.filter((index) => roundOf[index] === rounds.at(-1));
  return heldOut.length < MIN_LAST || places.length - heldOut.length < MIN_EARLIER ? null : heldOut;
}

/** Compares the values of the last round with their predictions by a model of the others. */
export function compareLastRound(
  { roundOf, targets, counts, transform }: AssayPlan,
  { held: heldOut, means, variances, noise }: HeldPredictions,
): LastRound {
  const values = Float64Array.from(heldOut, (index) => targets[index]!);
  const distances = means.map(
    (mean, index) =>
      Math.abs(values[index]! - mean) / Math.sqrt(variances[index]! + noise / counts[heldOut[index]!]!),
  );
  const meanOf = (transformed: Float64Array): number =>
    transformed.reduce((sum, value) => sum + invertTransform(transform, value) / heldOut.length, 0);
  return {
    round: roundOf?.[heldOut[0]!] ?? "",
    variants: heldOut.length,
    predicted_mean: meanOf(means),
    measured_mean: meanOf(values),
    spearman: spearman(means, values),
    coverage: distances.filter((distance) => distance <= REACH_95).length / heldOut.length,
    widening: wideningFactor(distances),
  };
}
