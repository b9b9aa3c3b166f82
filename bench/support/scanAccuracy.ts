import { spearman } from "#shared/basics/statistics/correlation.ts";
import { createRandom } from "#shared/basics/statistics/random.ts";
import { fitGp, openGp } from "#shared/science/scorer/gpModel.ts";
import { planScorer, type ScorerData, trainingVariants } from "#shared/science/scorer/scorerPlan.ts";
import { residueIndices } from "#shared/science/sequences/aminoAcids.ts";
import type { Measurements, Scan } from "./readScans.ts";

/** Trains a model with `training`, and returns the rank correlation of its predictions with the values of `test`. */
export function scanAccuracy(
  { reference }: Scan,
  training: Measurements,
  test: Measurements,
  seed: number,
  extra: Partial<Pick<ScorerData, "scores" | "structure" | "sampler">> = {},
): number {
  const plan = planScorer({
    reference,
    sequences: training.sequences,
    assays: [{ assay_id: "value", scale_type: "ADDITIVE" }],
    values: [Float64Array.from(training.values)],
    sampler: null,
    ...extra,
    seed,
  });
  const model = fitGp(plan.context, trainingVariants(plan, plan.assays[0]!), createRandom(seed));
  const { mean } = openGp(plan.context, model).predict(test.sequences.map((text) => residueIndices(text)));
  return spearman(mean, Float64Array.from(test.values));
}
