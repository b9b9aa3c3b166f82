import { haveSameChains, type Numbering } from "@pdp/basics/proteins";
import { changeNames } from "../design/designChanges.ts";
import type { AssayPredictor } from "../scorer/scorer.ts";
import { residueIndices } from "../sequences/aminoAcids.ts";
import type { MeasuredVariants } from "./measuredVariants.ts";

/** Predictions of consecutive sequences: plain data. */
export interface PredictedPart {
  /** For each assay, one value per sequence; NaN for sequences that the model cannot predict. */
  means: Float64Array[];
  sds: Float64Array[];
  /** Number of substitutions to the nearest measured variant; NaN if no variant has the same length. */
  distances: Float64Array;
  /** Number of positions that are changed in a sequence but not in any measured variant. */
  newPositions: Float64Array;
}

export interface PartOptions {
  measured: MeasuredVariants;
  /** The model's reference. */
  reference: string;
  /** Tells whether the sequence at an index may be aligned; if absent, all may be. */
  isAligned?: (index: number) => boolean;
}

/** Predicts sequences. Sequences that are not aligned, or have insertions or deletions not measured for the model, get NaN. */
export function predictPart(
  sequences: readonly string[],
  predictors: readonly AssayPredictor[],
  { measured, reference, isAligned = () => true }: PartOptions,
): PredictedPart {
  const places = [...sequences.keys()].filter((index) => haveSameChains(sequences[index]!, reference));
  const fitting = places.map((index) => sequences[index]!);
  const spread = (values: ArrayLike<number>, at: readonly number[] = places): Float64Array => {
    const all = new Float64Array(sequences.length).fill(Number.NaN);
    for (const [index, position] of at.entries()) all[position] = values[index]!;
    return all;
  };
  const predictions = predictors.map((predictor) => {
    const at = [...sequences.keys()].filter((index) => isAligned(index) && predictor.fits(sequences[index]!));
    const { mean, sd } = predictor.predict(at.map((index) => sequences[index]!));
    return { mean: spread(mean, at), sd: spread(sd, at) };
  });
  const distances = spread(fitting.map((sequence) => measured.distance(sequence)));
  return {
    means: predictions.map(({ mean }) => mean),
    sds: predictions.map(({ sd }) => sd),
    distances: distances.map((distance, index) => (measured.isMeasured(sequences[index]!) ? 0 : distance)),
    newPositions: spread(fitting.map((sequence) => measured.newPositions(sequence))),
  };
}

/** Sequence with its predictions, in assay order. */
export interface PredictedSequence {
  sequence: string;
  /** Mutations relative to the template; null for a sequence of a different length. */
  mutations: string[] | null;
  distance: number | null;
  extrapolates: boolean | null;
  means: number[];
  sds: number[];
}

export interface PredictedSequences {
  assayIds: readonly string[];
  /** Distance beyond which predictions are extrapolations; Infinity if it cannot be determined from the measured variants. */
  reach: number;
  rows: PredictedSequence[];
  /** Indices of the rows that were not aligned, because aligning all of them would take too long. */
  unaligned: readonly number[];
}

export interface JoinOptions extends Omit<PredictedSequences, "rows"> {
  /**
   * Sequence relative to which mutations are named, using its residue numbers. If there are none, residues are numbered from
   * 1.
   */
  template: string;
  numbering?: Numbering;
}

/** Joins the predictions for all sequences. */
export function joinParts(
  sequences: readonly string[],
  parts: readonly PredictedPart[],
  { assayIds, reach, unaligned, template, numbering }: JoinOptions,
): PredictedSequences {
  const target = residueIndices(template);
  const rows: PredictedSequence[] = [];
  for (const part of parts) {
    for (const [at, distance] of part.distances.entries()) {
      const sequence = sequences[rows.length]!;
      const fits = haveSameChains(sequence, template);
      rows.push({
        sequence,
        mutations: fits ? changeNames(target, residueIndices(sequence), numbering) : null,
        distance: Number.isFinite(distance) ? distance : null,
        extrapolates: fits ? distance > reach || part.newPositions[at]! > 0 : null,
        means: part.means.map((values) => values[at]!),
        sds: part.sds.map((values) => values[at]!),
      });
    }
  }
  return { assayIds, reach, rows, unaligned };
}
