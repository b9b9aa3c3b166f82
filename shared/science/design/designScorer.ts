import type { Matrix } from "#shared/science/linearAlgebra/matrix.ts";
import type { Random } from "#shared/science/statistics/random.ts";

/** What the search for designs asks of a scorer: one predictor an assay, by `assay_id`. */
export type DesignScorer = ReadonlyMap<string, AssayPredictor>;

/**
 * What is known of one assay's values. Beliefs are normal on a transformed scale, which rises with the assay's own.
 * Sequences are residue indices of the template's length.
 */
export interface AssayPredictor {
  readonly assayId: string;
  predict(sequences: readonly Uint8Array[]): Prediction;
  /** Joint draws on the transformed scale, count × sequences. */
  samplePosterior(sequences: readonly Uint8Array[], count: number, random: Random): Matrix;
  /** From the assay's scale to the transformed one. */
  transform(value: number): number;
}

/** One element a sequence. */
export interface Prediction {
  /** On the assay's own scale. */
  mean: Float64Array;
  sd: Float64Array;
  /** On the transformed scale. */
  transformedMean: Float64Array;
  transformedSd: Float64Array;
}
