import type { Random } from "@pdp/basics/statistics";
import type { ScaleType } from "../assay.ts";
import type { Matrix } from "../linearAlgebra/matrix.ts";

/** Scorer as used by the design search: one predictor per assay, by `assay_id`. */
export type DesignScorer = ReadonlyMap<string, AssayPredictor>;

/**
 * Predictor of one assay's values. Predictions are normally distributed on a transformed scale that increases with the
 * original one. Sequences are arrays of residue indices with the template's length.
 */
export interface AssayPredictor {
  readonly assayId: string;
  readonly scaleType: ScaleType;
  predict(sequences: readonly Uint8Array[]): Prediction;
  /** Draws jointly from the posterior on the transformed scale; the result is a matrix, count × sequences. */
  samplePosterior(sequences: readonly Uint8Array[], count: number, random: Random): Matrix;
  /** Converts a value from the assay's original scale to the transformed scale. */
  transform(value: number): number;
}

/** Predictions, one element per sequence. */
export interface Prediction {
  /** Mean and standard deviation on the assay's original scale. */
  mean: Float64Array;
  sd: Float64Array;
  /** Mean and standard deviation on the transformed scale. */
  transformedMean: Float64Array;
  transformedSd: Float64Array;
}
