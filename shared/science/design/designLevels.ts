import { DataProblem } from "#shared/domain/loads/dataProblem.ts";
import type { Measure } from "#shared/domain/tasks/assay.ts";
import type { Constraint, Engineer } from "#shared/domain/tasks/designParameters.ts";
import { residueIndices } from "#shared/science/sequences/aminoAcids.ts";
import { normalCdf } from "#shared/science/statistics/distributions.ts";
import type { AssayPredictor, DesignScorer, Prediction } from "./designScorer.ts";

type Level = Constraint["threshold"];

/** Level to reach in one assay. Values are multiplied by the sign, so that larger is better. */
export interface Goal {
  readonly predictor: AssayPredictor;
  readonly sign: 1 | -1;
  /** Level on the transformed scale, not multiplied by the sign. */
  readonly level: number;
}

/** Throws a DataProblem if the scorer does not know the assay or cannot predict a reference. */
export function constraintGoal(
  { measure, threshold }: Constraint,
  scorer: DesignScorer,
  length: number,
): Goal {
  return goal(measure, threshold, scorer, length);
}

export function objectiveGoal(
  { measure, reference }: NonNullable<Engineer["ranker"]["primary_objective"]>,
  scorer: DesignScorer,
  length: number,
): Goal {
  return goal(measure, reference, scorer, length);
}

function goal({ assay_id, direction }: Measure, level: Level, scorer: DesignScorer, length: number): Goal {
  const predictor = scorer.get(assay_id);
  if (predictor === undefined) {
    const known = [...scorer.keys()].map((id) => `"${id}"`).join(", ");
    throw new DataProblem(`The scorer knows no assay "${assay_id}"; it was trained for ${known}.`);
  }
  const value = typeof level === "number" ? level : referenceLevel(level, predictor, length);
  return { predictor, sign: direction === "MAXIMIZE" ? 1 : -1, level: predictor.transform(value) };
}

function referenceLevel(
  { reference: { monomer }, margin }: Exclude<Level, number>,
  predictor: AssayPredictor,
  length: number,
): number {
  if (monomer.length !== length) {
    throw new DataProblem(
      `The reference of a level has ${monomer.length} residues, the template ${length}: they must be as long.`,
    );
  }
  const predicted = predictor.predict([residueIndices(monomer)]).mean[0]!;
  if (predictor.scaleType !== "MULTIPLICATIVE") return predicted + (margin ?? 0);
  const factor = margin ?? 1;
  if (factor <= 0) throw new DataProblem(`${NO_FACTOR}: ${factor} is none.`);
  return predicted * factor;
}

/** Message about a margin of a MULTIPLICATIVE assay that is not a factor. */
export const NO_FACTOR = "The margin of a MULTIPLICATIVE assay is a factor above 0";

/** Returns the natural logarithms of the probabilities that a goal is reached, one per prediction. */
export function logReached(
  { sign, level }: Goal,
  { transformedMean, transformedSd }: Prediction,
): Float64Array {
  return transformedMean.map((mean, at) => logNormalCdf((sign * (mean - level)) / transformedSd[at]!));
}

/** Computes ln Φ(z), also where Φ(z) underflows. */
export function logNormalCdf(z: number): number {
  if (z > -30) return Math.log(normalCdf(z));
  // First terms of the asymptotic series.
  return -(z * z) / 2 - Math.log(-z * Math.sqrt(2 * Math.PI)) + Math.log1p(-1 / (z * z));
}

/** Returns the difference between a draw or a mean and the goal's level; positive values are better. */
export function improvement({ sign, level }: Goal, transformed: number): number {
  return sign * (transformed - level);
}
