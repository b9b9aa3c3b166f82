import { type Goal, improvement } from "./designLevels.ts";
import type { AssayPredictor, Prediction } from "./designScorer.ts";
import { filterDesigns } from "./filterDesigns.ts";

/** Sequence with the scorer's predictions for it. */
export interface Candidate {
  readonly sequence: Uint8Array;
  /** Mean and standard deviation of the improvement over the objective's level, on the transformed scale. */
  readonly mean: number;
  readonly sd: number;
  /** Natural logarithm of the probability that all constraints of the ranker hold. */
  readonly logConstraints: number;
  /** Natural logarithm of the probability that all constraints of the filters hold. */
  readonly logFilters: number;
  /** Whether each constraint of the filters holds with a probability of at least 0.5. */
  readonly passes: boolean;
}

export interface Goals {
  readonly objective: Goal;
  readonly constraints: readonly Goal[];
  readonly filters: readonly Goal[];
}

/** Number of sequences predicted at a time, which bounds the memory. */
const CHUNK = 4_000;

export function scoreCandidates(goals: Goals, sequences: readonly Uint8Array[]): Candidate[] {
  const candidates: Candidate[] = [];
  for (let from = 0; from < sequences.length; from += CHUNK) {
    candidates.push(...scoreChunk(goals, sequences.slice(from, from + CHUNK)));
  }
  return candidates;
}

function scoreChunk(
  { objective, constraints, filters }: Goals,
  sequences: readonly Uint8Array[],
): Candidate[] {
  const prediction = objective.predictor.predict(sequences);
  const known = new Map<AssayPredictor, Prediction>([[objective.predictor, prediction]]);
  const constrained = filterDesigns(constraints, sequences, known);
  const filtered = filterDesigns(filters, sequences, known);
  return sequences.map((sequence, at) => ({
    sequence,
    mean: improvement(objective, prediction.transformedMean[at]!),
    sd: prediction.transformedSd[at]!,
    logConstraints: constrained.logAll[at]!,
    logFilters: filtered.logAll[at]!,
    passes: filtered.passes[at] === 1,
  }));
}

const MIN_LOG = -600;

/**
 * Returns the utility of an improvement: the gain times the probability that the constraints hold, given as its
 * logarithm. A negative gain is lowered further the less likely they hold.
 */
export function constrainedUtility(gain: number, logHolds: number): number {
  const holds = Math.exp(Math.max(MIN_LOG, logHolds));
  return gain >= 0 ? gain * holds : gain / holds;
}

/** Returns the utility of a candidate if its value were this many standard deviations above its mean. */
export function optimisticUtility(
  { mean, sd, logConstraints, logFilters }: Candidate,
  deviations: number,
): number {
  return constrainedUtility(mean + deviations * sd, logConstraints + logFilters);
}
