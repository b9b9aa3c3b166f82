import type { Assay } from "#shared/domain/taskParameters.ts";
import type { Sampler } from "#shared/science/sampler/sampler.ts";
import { finishScorer, type TrainedScorer } from "#shared/science/scorer/finishScorer.ts";
import { planScorer } from "#shared/science/scorer/scorerPlan.ts";
import { runScorerStage, type StageResult, scorerStages } from "#shared/science/scorer/scorerStages.ts";
import type { Threads } from "#shared/science/threads.ts";
import type { Measurements } from "./measurements.ts";
import type { TaskRun } from "./taskRun.ts";

export interface EvaluationInput {
  data: Measurements;
  assays: readonly Assay[];
  reference: string;
  /** Fitted without the measurements; null where there is none. */
  sampler: Sampler | null;
  folds: number | null;
}

/** Trains a scorer and evaluates it by cross-validation, from checkpoint to checkpoint. */
export async function evaluated(
  run: TaskRun,
  { data, assays, reference, sampler, folds }: EvaluationInput,
  threads: Threads,
): Promise<TrainedScorer> {
  const plan = planScorer({
    reference,
    sequences: data.sequences,
    assays: assays.map(({ assay_id, scale_type }) => ({ assay_id, scale_type })),
    values: data.values,
    sampler,
    seed: run.seed,
    ...(folds === null ? {} : { folds }),
  });
  const stages = scorerStages(plan);
  const results: StageResult[] = [];
  for (const [index, stage] of stages.entries()) {
    const assay_id = plan.assays[stage.assay]?.assayId ?? "";
    await run.progress({ phase: "SCORER", step: index, num_steps: stages.length, assay_id });
    results.push(await run.stage(`scorer-${index}`, () => runScorerStage(plan, stage, threads)));
  }
  await run.progress({ phase: "REPORT", step: stages.length, num_steps: stages.length }, true);
  return run.stage("model", () => finishScorer(plan, stages, results));
}
