import { type Goal, logReached } from "./designLevels.ts";
import type { AssayPredictor, Prediction } from "./designScorer.ts";

/** Minimum log probability required to pass a goal. */
const PASSES = Math.log(0.5);

export interface Filtered {
  /** Natural logarithm of the probability that all goals are reached, assuming independence; 0 if there are no goals. */
  logAll: Float64Array;
  /** 1 if each goal is reached with a probability of at least 0.5. */
  passes: Uint8Array;
  /** Total shortfall of the goals' log probabilities from the required minimum; 0 for designs that pass. */
  shortfall: Float64Array;
}

/** Evaluates the filters. `known` contains earlier predictions for the same sequences; new predictions are added to it. */
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
