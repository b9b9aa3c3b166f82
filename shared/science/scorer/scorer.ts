import type { Random } from "@pdp/basics/statistics";
import type { ScaleType } from "../assay.ts";
import { cholesky } from "../linearAlgebra/cholesky.ts";
import { createMatrix, type Matrix } from "../linearAlgebra/matrix.ts";
import { multiplyTransposed } from "../linearAlgebra/products.ts";
import type { Threads } from "../linearAlgebra/threads.ts";
import { GAP } from "../sequences/aminoAcids.ts";
import { isSameShape } from "../sequences/chainSpans.ts";
import { framedTexts } from "../sequences/framedTexts.ts";
import {
  type FramedSequence,
  frameSequence,
  frameSubstituted,
  type InsertionFrame,
  insertionFrame,
} from "../sequences/insertionFrame.ts";
import { applyTransform, invertTransform } from "./assayTransform.ts";
import { type OpenGp, openGp } from "./gpModel.ts";
import type { AssayModel, ScorerModel } from "./scorerModel.ts";
import { wideningAt } from "./widening.ts";

/** Predictions, one element per sequence. */
export interface Prediction {
  /**
   * On the assay's original scale: the median, and half the width of the central 68 % interval of the true value, widened as
   * cross-validation requires.
   */
  mean: Float64Array;
  sd: Float64Array;
  /**
   * On the transformed scale, where the prediction is normally distributed. Without measurement noise, and not widened: searches
   * that use widened deviations draw too many uncertain variants.
   */
  transformedMean: Float64Array;
  transformedSd: Float64Array;
}

/**
 * Predictor for one assay. Sequences are strings, which are aligned to the reference, or residue indices. Index arrays of the
 * reference's length are compared position by position, because designs only have substitutions. Strings are always aligned:
 * an inserted residue without a column in the model does not count, so call `fits` first.
 */
export interface AssayPredictor {
  readonly assayId: string;
  readonly scaleType: ScaleType;
  readonly model: AssayModel;
  /**
   * Returns whether a model can predict a sequence: it must have measured insertions at the same positions, and deletions if
   * the sequence has any.
   */
  fits(sequence: string): boolean;
  predict(sequences: readonly (string | Uint8Array)[]): Prediction;
  /**
   * Draws the sequences' true values jointly on the transformed scale, count × sequences. Throws a RangeError for more
   * than 4,000 sequences.
   */
  samplePosterior(sequences: readonly (string | Uint8Array)[], count: number, random: Random): Matrix;
  /** Converts a value from the assay's original scale to the transformed scale; increasing. */
  transform(value: number): number;
  /** Converts a transformed value back to the assay's original scale. */
  invert(transformed: number): number;
}

export type Scorer = ReadonlyMap<string, AssayPredictor>;

const MAX_JOINT_ROWS = 4_000;

/**
 * Creates predictors by `assay_id`. The Cholesky factor of the training rows' covariance is computed when an assay is first
 * used.
 */
export function createScorer(model: ScorerModel, threads?: Threads): Scorer {
  const frame = insertionFrame(model.context.reference);
  const framedOf = framedTexts(frame);
  return new Map(
    model.assays.map((assay) => [
      assay.assayId,
      assayPredictor({ context: model.context, frame, framedOf }, assay, threads),
    ]),
  );
}

/** Parts shared by the predictors of a scorer. */
interface SharedFrame {
  context: ScorerModel["context"];
  frame: InsertionFrame;
  /** Aligns a sequence once for all predictors. */
  framedOf: (sequence: string) => FramedSequence;
}

function assayPredictor(
  { context, frame, framedOf }: SharedFrame,
  assay: AssayModel,
  threads: Threads | undefined,
): AssayPredictor {
  const { transform, widening } = assay;
  let opened: OpenGp | undefined;
  const gp = (): OpenGp => {
    opened ??= openGp(context, assay.gp, threads);
    return opened;
  };
  const aligned = (sequences: readonly (string | Uint8Array)[]): Uint8Array[] =>
    sequences.map((sequence) => {
      if (typeof sequence === "string") return framedOf(sequence).residues;
      if (isSameShape(sequence, frame.reference)) return frameSubstituted(frame, sequence);
      return frameSequence(frame, sequence).residues;
    });

  let knowsDeletions: boolean | undefined;
  function fits(sequence: string): boolean {
    const { isWhole, residues } = framedOf(sequence);
    if (!isWhole) return false;
    if (!residues.some((residue, at) => residue === GAP && frame.gapped[at] !== GAP)) return true;
    const width = frame.gapped.length;
    knowsDeletions ??= assay.gp.residues.some(
      (residue, at) => residue === GAP && frame.gapped[at % width] !== GAP,
    );
    return knowsDeletions;
  }

  function predict(sequences: readonly (string | Uint8Array)[]): Prediction {
    const { mean, variance } = gp().predict(aligned(sequences));
    const sd = variance.map(Math.sqrt);
    return {
      mean: mean.map((value) => invertTransform(transform, value)),
      sd: sd.map((value, index) => {
        const center = mean[index]!;
        const reach = wideningAt(widening, center) * value;
        return (invertTransform(transform, center + reach) - invertTransform(transform, center - reach)) / 2;
      }),
      transformedMean: mean,
      transformedSd: sd,
    };
  }

  function samplePosterior(
    sequences: readonly (string | Uint8Array)[],
    count: number,
    random: Random,
  ): Matrix {
    if (sequences.length > MAX_JOINT_ROWS) {
      throw new RangeError(
        `Joint samples are drawn for at most ${MAX_JOINT_ROWS} sequences, not ${sequences.length}.`,
      );
    }
    if (sequences.length === 0) return createMatrix(count, 0);
    const rows = aligned(sequences);
    const { mean } = gp().predict(rows);
    const { lower } = cholesky(regular(gp().covariance(rows)), threads);
    const noise = createMatrix(count, rows.length);
    for (let at = 0; at < noise.data.length; at += 1) noise.data[at] = random.normal();
    const samples = multiplyTransposed(noise, lower, threads);
    for (let at = 0; at < samples.data.length; at += 1)
      samples.data[at] = mean[at % rows.length]! + samples.data[at]!;
    return samples;
  }

  return {
    assayId: assay.assayId,
    scaleType: assay.scaleType,
    model: assay,
    fits,
    predict,
    samplePosterior,
    transform: (value) => applyTransform(transform, value),
    invert: (value) => invertTransform(transform, value),
  };
}

/**
 * Adds to the diagonal, because equal or exactly measured sequences make a covariance singular, and rounding could make it
 * indefinite.
 */
function regular(covariance: Matrix): Matrix {
  const { rows, data } = covariance;
  for (let row = 0; row < rows; row += 1)
    data[row * rows + row] = Math.max(0, data[row * rows + row]!) + 1e-6;
  return covariance;
}
