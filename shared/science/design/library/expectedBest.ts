import type { Random } from "@pdp/basics/statistics";
import { type Widening, wideningAt } from "../../scorer/widening.ts";
import { SHARED } from "../batch/bestOfBatch.ts";
import type { Goal } from "../designLevels.ts";

/** Number of joint draws from the model. */
const DRAWS = 200;
/** Maximum number of sequences with joint draws; the others count with their predicted means. */
const MAX_DRAWN = 400;
/** Number of sequences predicted at a time, which bounds memory use. */
const CHUNK = 4_000;

/** Sequences with draws of their true values, larger is better. */
export interface DrawnValues {
  /** Predicted means, multiplied by the sign of the goal. */
  means: Float64Array;
  /** Error that all sequences have in common, for a shift of one standard deviation. */
  common: Float64Array;
  /** Shift of each draw, in standard deviations. */
  shifts: Float64Array;
  /** Indices of the sequences with joint draws. */
  drawn: number[];
  /** Draws × drawn sequences. */
  draws: Float64Array;
}

/**
 * Predicts sequences, and draws the true values of the most promising ones jointly: those with the highest sum of mean and
 * standard deviation, because only these can be the best. Errors are partly shared and widened as in `bestOfBatch`; those of the
 * other sequences are only the shared ones.
 */
export function drawValues(
  sequences: readonly Uint8Array[],
  { predictor, sign }: Goal,
  random: Random,
  widening?: Widening,
): DrawnValues {
  const means = new Float64Array(sequences.length);
  const common = new Float64Array(sequences.length);
  const optimistic = new Float64Array(sequences.length);
  for (let from = 0; from < sequences.length; from += CHUNK) {
    const { transformedMean, transformedSd } = predictor.predict(sequences.slice(from, from + CHUNK));
    for (const [at, mean] of transformedMean.entries()) {
      means[from + at] = sign * mean;
      common[from + at] = Math.sqrt(SHARED) * wideningAt(widening, mean) * transformedSd[at]!;
      optimistic[from + at] = sign * mean + transformedSd[at]!;
    }
  }
  const order = Array.from(sequences.keys()).sort((a, b) => optimistic[b]! - optimistic[a]!);
  const drawn = order.slice(0, MAX_DRAWN);
  const { data } = predictor.samplePosterior(
    drawn.map((index) => sequences[index]!),
    DRAWS,
    random,
  );
  const shifts = Float64Array.from({ length: DRAWS }, () => random.normal());
  const draws = Float64Array.from(data, (value, at) => {
    const index = drawn[at % drawn.length]!;
    const mean = means[index]!;
    const ownDeviation = Math.sqrt(1 - SHARED) * wideningAt(widening, sign * mean) * (sign * value - mean);
    return mean + shifts[Math.floor(at / drawn.length)]! * common[index]! + ownDeviation;
  });
  return { means, common, shifts, drawn, draws };
}

/**
 * Returns the expected value of the best clone for each of `counts` numbers of clones, which are drawn in proportion to the
 * shares. Clones without a sequence count like the worst one. Exact for each joint draw: the best of n independent clones is at
 * most x with the probability F(x)ⁿ.
 */
export function bestOfClones(
  { means, common, shifts, drawn, draws }: DrawnValues,
  shares: Float64Array,
  counts: readonly number[],
): number[] {
  const values = new Float64Array(means.length);
  const order = new Uint32Array(means.length).map((_, index) => index);
  const sums = counts.map(() => 0);
  for (let draw = 0; draw < shifts.length; draw += 1) {
    const shift = shifts[draw]!;
    for (let at = 0; at < values.length; at += 1) values[at] = means[at]! + shift * common[at]!;
    for (const [at, index] of drawn.entries()) values[index] = draws[draw * drawn.length + at]!;
    order.sort((a, b) => values[b]! - values[a]!);
    for (const [at, clones] of counts.entries()) sums[at]! += bestInOrder(values, order, shares, clones);
  }
  return sums.map((sum) => sum / shifts.length);
}

/** Returns the expected value of the best clone if `order` lists the sequences from the best to the worst. */
function bestInOrder(values: Float64Array, order: Uint32Array, shares: Float64Array, clones: number): number {
  // P(best ≤ x) falls from 1 at the best sequence to 0 below the worst one.
  let [above, atMost, best] = [0, 1, 0];
  for (const index of order) {
    above += shares[index]!;
    const below = Math.max(0, 1 - above) ** clones;
    best += values[index]! * (atMost - below);
    atMost = below;
    if (atMost < 1e-9) break;
  }
  return best + atMost * values[order[order.length - 1]!]!;
}
