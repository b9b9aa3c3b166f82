import { type Goal, logReached } from "./designLevels.ts";
import type { AssayPredictor, Prediction } from "./designScorer.ts";

/** A design passes a goal that it reaches at least as likely as not. */
const PASSES = Math.log(0.5);

export interface Filtered {
  /** Natural logarithm of the probability that all goals are reached, if they are independent; 0 without goals. */
  logAll: Float64Array;
  /** 1 where each goal is reached at least as likely as not. */
  passes: Uint8Array;
  /** By how much the logarithms of probabilities fall short of that, added up over the goals; 0 for what passes. */
  shortfall: Float64Array;
}

/** `known` are predictions of the same sequences that need not be made again; new ones are added. */
export function filterDesigns(
  goals: readonly Goal[],
  sequences: readonly Uint8Array[],
  known: Map<AssayPredictor, Prediction> = new Map(),
): Filtered {
  const logAll = new Float64Array(sequences.length);
  const passes = new Uint8Array(sequences.length).fill(1);
  const shortfall = new Float64Array(sequences.length);
  if (sequences.length === 0) return { logAll, passes, shortfall };
  for (const goal of goals) {
    const prediction = known.get(goal.predictor) ?? goal.predictor.predict(sequences);
    known.set(goal.predictor, prediction);
    for (const [at, log] of logReached(goal, prediction).entries()) {
      logAll[at] = logAll[at]! + log;
      if (log >= PASSES) continue;
      passes[at] = 0;
      shortfall[at] = shortfall[at]! + PASSES - log;
    }
  }
  return { logAll, passes, shortfall };
}
