import { createRandom, spearman } from "@pdp/basics/statistics";
import { fitGp, openGp, planScorer, type ScorerData, trainingVariants } from "@pdp/science/models";
import { residueIndices } from "@pdp/science/sequences";
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
