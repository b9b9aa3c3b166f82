import type { Sampler } from "../sampler/sampler.ts";
import { type CandidateSpaces, candidateDensity, discouragedOf } from "./candidateSpaces.ts";
import { expectedImprovement, type Goal, goalShares } from "./designLevels.ts";
import type { AssayPredictor, Prediction } from "./designScorer.ts";
import { type DesignSpace, DISCOURAGED } from "./designSpace.ts";
import { filterDesigns } from "./filterDesigns.ts";
import { nearTemplate } from "./nearTemplate.ts";

/** Sequence with the scorer's predictions. */
export interface Candidate {
  readonly sequence: Uint8Array;
  /**
   * Mean and standard deviation of the improvement over the objective's level, on the transformed scale, or the weighted mean
   * of these over all objectives; without an objective, see `plausibleGain`.
   */
  readonly mean: number;
  readonly sd: number;
  /** Natural logarithm of the probability that all ranker constraints are satisfied. */
  readonly logConstraints: number;
  /** Natural logarithm of the probability that all filter constraints are satisfied. */
  readonly logFilters: number;
  /** Natural logarithm of the factor for mutations at discouraged positions. */
  readonly logDiscouraged: number;
  /** Whether each filter constraint is satisfied with a probability of at least 0.5. */
  readonly passes: boolean;
}

export interface Goals {
  readonly space: DesignSpace;
  /** Candidates to search instead of the space. */
  readonly candidates?: CandidateSpaces;
  /** Sampler of the generator, used to rank designs without an objective. */
  readonly sampler: Sampler;
  readonly objective: Goal | null;
  /** Secondary objectives. */
  readonly secondary?: readonly Goal[];
  readonly constraints: readonly Goal[];
  readonly filters: readonly Goal[];
}

/** Number of sequences predicted at a time, which bounds memory use. */
const CHUNK = 4_000;

export function scoreCandidates(goals: Goals, sequences: readonly Uint8Array[]): Candidate[] {
  const candidates: Candidate[] = [];
  for (let from = 0; from < sequences.length; from += CHUNK) {
    candidates.push(...scoreChunk(goals, sequences.slice(from, from + CHUNK)));
  }
  return candidates;
}

function scoreChunk(goals: Goals, sequences: readonly Uint8Array[]): Candidate[] {
  const { constraints, filters } = goals;
  const known = new Map<AssayPredictor, Prediction>();
  const gains = gainsOf(goals, sequences, known);
  const constrained = filterDesigns(constraints, sequences, known);
  const filtered = filterDesigns(filters, sequences, known);
  return sequences.map((sequence, at) => ({
    sequence,
    ...gains[at]!,
    logConstraints: constrained.logAll[at]!,
    logFilters: filtered.logAll[at]!,
    logDiscouraged: DISCOURAGED * discouragedOf(goals, sequence),
    passes: filtered.passes[at] === 1,
  }));
}

function gainsOf(
  { space, candidates, sampler, objective, secondary = [] }: Goals,
  sequences: readonly Uint8Array[],
  known: Map<AssayPredictor, Prediction>,
): { mean: number; sd: number }[] {
  if (objective === null) {
    const density = candidateDensity(candidates, nearTemplate(sampler, space.template));
    const atTemplate = density(space.template);
    return sequences.map((sequence) => ({
      mean: plausibleGain(density(sequence) - atTemplate),
      sd: 0,
    }));
  }
  const goals = [objective, ...secondary];
  for (const { predictor } of goals) known.set(predictor, predictor.predict(sequences));
  const shares = goalShares(goals);
  return sequences.map((_, at) => {
    let [mean, variance] = [0, 0];
    for (const [index, goal] of goals.entries()) {
      const { transformedMean, transformedSd } = known.get(goal.predictor)!;
      const gain = expectedImprovement(goal, transformedMean[at]!, transformedSd[at]!);
      mean += shares[index]! * gain.mean;
      variance += (shares[index]! * gain.sd) ** 2;
    }
    return { mean, sd: Math.sqrt(variance) };
  });
}

/** Difference in gain between the most and the least plausible design. */
const PLAUSIBLE = 0.01;
/** Difference in log likelihood that counts as noticeable. */
const PLAUSIBLE_SCALE = 20;

/**
 * Returns the gain of a design without an objective, from 1 to 1.01: the value of a design is the probability that the
 * constraints are satisfied; among equally probable designs, more plausible ones have a higher value.
 */
function plausibleGain(logLikelihood: number): number {
  return 1 + PLAUSIBLE / (1 + Math.exp(-logLikelihood / PLAUSIBLE_SCALE));
}

const MIN_LOG = -600;
/**
 * Utility of a design that violates a constraint, equal to the utility of a value one standard deviation of the measured
 * values below the level.
 */
const BROKEN = -1;

/**
 * Returns the expected utility of an improvement that is lost unless the constraints are satisfied, given the logarithm of the
 * probability that they are. A gain below the utility of a violated constraint is lowered further the less likely the
 * constraints are to be satisfied.
 */
export function constrainedUtility(gain: number, logHolds: number): number {
  const holds = Math.exp(Math.max(MIN_LOG, logHolds));
  return gain >= BROKEN ? gain * holds + BROKEN * (1 - holds) : BROKEN + (gain - BROKEN) / holds;
}

/** Returns the utility that a candidate would have if its value were this many standard deviations above its mean. */
export function optimisticUtility(
  { mean, sd, logConstraints, logFilters, logDiscouraged }: Candidate,
  deviations: number,
): number {
  return constrainedUtility(mean + deviations * sd, logConstraints + logFilters + logDiscouraged);
}

/** Returns the expected utility of a candidate that passes the filters. */
export function expectedUtility({ mean, logConstraints, logDiscouraged }: Candidate): number {
  return constrainedUtility(mean, logConstraints + logDiscouraged);
}

/** Sorts candidates by expected utility, best first. */
export function byExpectedUtility(a: Candidate, b: Candidate): number {
  return expectedUtility(b) - expectedUtility(a);
}
