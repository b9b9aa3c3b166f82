import type { Random } from "#shared/basics/statistics/random.ts";
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
  /** Indices of the sequences with joint draws. */
  drawn: number[];
  /** Draws × drawn sequences. */
  draws: Float64Array;
}

/**
 * Predicts sequences, and draws the true values of the most promising ones jointly: those with the highest sum of mean and
 * standard deviation, because only these can be the best.
 */
export function drawValues(sequences: readonly Uint8Array[], goal: Goal, random: Random): DrawnValues {
  const means = new Float64Array(sequences.length);
  const optimistic = new Float64Array(sequences.length);
  for (let from = 0; from < sequences.length; from += CHUNK) {
    const { transformedMean, transformedSd } = goal.predictor.predict(sequences.slice(from, from + CHUNK));
    for (const [at, mean] of transformedMean.entries()) {
      means[from + at] = goal.sign * mean;
      optimistic[from + at] = goal.sign * mean + transformedSd[at]!;
    }
  }
  const order = Array.from(sequences.keys()).sort((a, b) => optimistic[b]! - optimistic[a]!);
  const drawn = order.slice(0, MAX_DRAWN);
  const { data } = goal.predictor.samplePosterior(
    drawn.map((index) => sequences[index]!),
    DRAWS,
    random,
  );
  return { means, drawn, draws: Float64Array.from(data, (value) => goal.sign * value) };
}

/**
 * Returns the expected value of the best of `clones` clones, which are drawn in proportion to the shares. Clones without a
 * sequence count like the worst one. Exact for each joint draw: the best of n independent clones is at most x with the
 * probability F(x)ⁿ.
 */
export function bestOfClones(
  { means, drawn, draws }: DrawnValues,
  shares: Float64Array,
  clones: number,
): number {
  const values = means.slice();
  const order = new Uint32Array(means.length).map((_, index) => index);
  const count = draws.length / drawn.length;
  let sum = 0;
  for (let draw = 0; draw < count; draw += 1) {
    for (const [at, index] of drawn.entries()) values[index] = draws[draw * drawn.length + at]!;
    order.sort((a, b) => values[b]! - values[a]!);
    // P(best ≤ x) falls from 1 at the best sequence to 0 below the worst one.
    let [above, atMost, best] = [0, 1, 0];
    for (const index of order) {
      above += shares[index]!;
      const below = Math.exp(clones * Math.log1p(-Math.min(1, above)));
      best += values[index]! * (atMost - below);
      atMost = below;
      if (atMost < 1e-9) break;
    }
    sum += best + atMost * values[order[order.length - 1]!]!;
  }
  return sum / count;
}

/** Returns the expected value of the best of all sequences, each measured once. */
export function bestOfAll({ means, drawn, draws }: DrawnValues): number {
  const isDrawn = new Set(drawn);
  const rest = means.reduce(
    (best, mean, at) => (isDrawn.has(at) ? best : Math.max(best, mean)),
    Number.NEGATIVE_INFINITY,
  );
  const count = draws.length / drawn.length;
  let sum = 0;
  for (let draw = 0; draw < count; draw += 1) {
    const values = draws.subarray(draw * drawn.length, (draw + 1) * drawn.length);
    sum += values.reduce((best, value) => Math.max(best, value), rest);
  }
  return sum / count;
}
