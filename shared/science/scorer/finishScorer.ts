import { type AssayEvaluation, evaluateAssay, type FoldPredictions } from "./assayEvaluation.ts";
import type { AssayModel, ScorerModel } from "./scorerModel.ts";
import type { AssayPlan, ScorerPlan } from "./scorerPlan.ts";
import type { FinalResult, FoldResult, ScorerStage, StageResult } from "./scorerStages.ts";

export interface TrainedScorer {
  /** Null if no assay has enough values to learn from, or if the final stages were skipped. */
  model: ScorerModel | null;
  /** One evaluation per assay, in data order; includes assays without a model. */
  evaluations: AssayEvaluation[];
}

/** Combines the results of the stages; `results[i]` belongs to `stages[i]`. */
export function finishScorer(
  plan: ScorerPlan,
  stages: readonly ScorerStage[],
  results: readonly StageResult[],
): TrainedScorer {
  if (stages.length !== results.length) throw new RangeError("Each stage has one result.");
  const models: AssayModel[] = [];
  const evaluations = plan.assays.map((assay, index) => {
    const assayResults = results.filter((_, stageIndex) => stages[stageIndex]?.assay === index);
    const final = assayResults.find((result): result is FinalResult => result.kind === "final");
    if (assay.problem !== null) return evaluateAssay(plan, assay, null, assayResults);
    const folds = gatherFolds(
      assay,
      assayResults.filter((result) => result.kind === "fold"),
    );
    const evaluation = evaluateAssay(plan, assay, folds, assayResults);
    if (final) models.push(assayModel(assay, final, evaluation));
    return evaluation;
  });
  return { model: models.length === 0 ? null : { context: plan.context, assays: models }, evaluations };
}

function gatherFolds(assay: AssayPlan, results: readonly FoldResult[]): FoldPredictions {
  const count = assay.variants.length;
  const means = new Float64Array(count).fill(Number.NaN);
  const deviations = new Float64Array(count).fill(Number.NaN);
  for (const { held: heldOut, means: predicted, variances, noise } of results) {
    for (const [index, variant] of heldOut.entries()) {
      means[variant] = predicted[index]!;
      deviations[variant] = Math.sqrt(variances[index]! + noise / assay.counts[variant]!);
    }
  }
  if (deviations.some(Number.isNaN)) throw new RangeError(`Folds of assay ${assay.assayId} are missing.`);
  return { means, deviations };
}

function assayModel(
  assay: AssayPlan,
  { gp }: FinalResult,
  { usable, widening }: AssayEvaluation,
): AssayModel {
  return {
    assayId: assay.assayId,
    scaleType: assay.scaleType,
    transform: assay.transform,
    usable,
    widening,
    gp,
  };
}
