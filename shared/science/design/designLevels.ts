import { DataProblem } from "@pdp/basics/errors";
import { normalCdf, normalDensity } from "@pdp/basics/statistics";
import type { ObjectiveMeasure } from "../assay.ts";
import { residueIndices } from "../sequences/aminoAcids.ts";
import type { AssayPredictor, DesignScorer, Prediction } from "./designScorer.ts";
import type { Constraint, Objective } from "./objectives.ts";

type Level = Constraint["threshold"];

/**
 * Level to reach in one assay. Values are multiplied by the sign, so that larger is better; a sign of 0 means that values
 * close to the level are better.
 */
export interface Goal {
  readonly predictor: AssayPredictor;
  readonly sign: 1 | -1 | 0;
  /** Weight among several objectives; defaults to 1. */
  readonly weight?: number;
  /** Level on the transformed scale, not multiplied by the sign. */
  readonly level: number;
}

/** Throws a DataProblem if the scorer does not know the assay, or cannot predict a reference. */
export function constraintGoal(
  { measure, threshold }: Constraint,
  scorer: DesignScorer,
  length: number,
): Goal {
  return goal(measure, threshold, scorer, length);
}

export function objectiveGoal(
  { measure, reference, weight }: Objective,
  scorer: DesignScorer,
  length: number,
): Goal {
  return { ...goal(measure, reference, scorer, length), weight: weight ?? 1 };
}

const SIGNS = { MAXIMIZE: 1, MINIMIZE: -1, TARGET: 0 } as const;

function goal(
  { assay_id, direction }: ObjectiveMeasure,
  level: Level,
  scorer: DesignScorer,
  length: number,
): Goal {
  const predictor = scorer.get(assay_id);
  if (predictor === undefined) {
    const known = [...scorer.keys()].map((id) => `"${id}"`).join(", ");
    throw new DataProblem(`The scorer has no assay "${assay_id}"; it was trained for ${known}.`);
  }
  const value = typeof level === "number" ? level : referenceLevel(level, predictor, length);
  return { predictor, sign: SIGNS[direction], level: predictor.transform(value) };
}

function referenceLevel(
  { reference: { monomer }, margin }: Exclude<Level, number>,
  predictor: AssayPredictor,
  length: number,
): number {
  if (monomer.length !== length) {
    throw new DataProblem(
      `The reference of a level has ${monomer.length} residues but the template has ${length}: they must have the same length.`,
    );
  }
  const predicted = predictor.predict([residueIndices(monomer)]).mean[0]!;
  if (predictor.scaleType !== "MULTIPLICATIVE") return predicted + (margin ?? 0);
  const factor = margin ?? 1;
  if (factor <= 0) throw new DataProblem(`${NO_FACTOR}, not ${factor}.`);
  return predicted * factor;
}

/** Error message for a MULTIPLICATIVE assay with a margin that is not a valid factor. */
export const NO_FACTOR = "The margin of a MULTIPLICATIVE assay must be a factor above 0";

/** Returns the natural logarithms of the probabilities of reaching a goal, one per prediction. */
export function logReached(
  { sign, level }: Goal,
  { transformedMean, transformedSd }: Prediction,
): Float64Array {
  return transformedMean.map((mean, at) => logNormalCdf((sign * (mean - level)) / transformedSd[at]!));
}

/** Computes ln Φ(z), even where Φ(z) underflows. */
export function logNormalCdf(z: number): number {
  if (z > -30) return Math.log(normalCdf(z));
  // First terms of the asymptotic series.
  return -(z * z) / 2 - Math.log(-z * Math.sqrt(2 * Math.PI)) + Math.log1p(-1 / (z * z));
}

/** Returns the gain of a value over the goal's level or, for a target, the negative distance from it; larger is better. */
export function improvement({ sign, level }: Goal, transformed: number): number {
  return sign === 0 ? -Math.abs(transformed - level) : sign * (transformed - level);
}

/** Returns the mean and standard deviation of the improvement for a normally distributed prediction. */
export function expectedImprovement(goal: Goal, mean: number, sd: number): { mean: number; sd: number } {
  if (goal.sign !== 0 || sd === 0) return { mean: improvement(goal, mean), sd };
  // The distance from the target has a folded normal distribution.
  const off = mean - goal.level;
  const distance = 2 * sd * normalDensity(off / sd) + off * (1 - 2 * normalCdf(-off / sd));
  return { mean: -distance, sd: Math.sqrt(Math.max(0, off * off + sd * sd - distance * distance)) };
}

/** Returns the weights of goals, which add up to 1. */
export function goalShares(goals: readonly Goal[]): number[] {
  // The sum of very large weights would be infinite.
  const largest = goals.reduce((maximum, { weight = 1 }) => Math.max(maximum, weight), 0);
  const relative = goals.map(({ weight = 1 }) => weight / largest);
  const total = relative.reduce((sum, weight) => sum + weight, 0);
  return relative.map((weight) => weight / total);
}
