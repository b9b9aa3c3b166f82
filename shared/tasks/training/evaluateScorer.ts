import { openThreads } from "@pdp/science/linearAlgebra";
import {
  finishScorer,
  planScorer,
  runScorerStage,
  type Sampler,
  type ScorerPlan,
  type ScorerStage,
  type ScoreTable,
  type StageResult,
  type StructureContext,
  scorerStages,
  type TrainedScorer,
} from "@pdp/science/models";
import type { Assay, Measure } from "#shared/domain/tasks/assay.ts";
import { batchesOf } from "#shared/tasks/batchesOf.ts";
import type { Measurements } from "#shared/tasks/measurements.ts";
import type { TaskRun } from "#shared/tasks/taskRun.ts";

export interface EvaluationInput {
  data: Measurements;
  assays: readonly Assay[];
  /** Goal that the predictions serve; null if none was stated, which means high values. */
  objective: Measure | null;
  reference: string;
  /** Sampler fitted without the measurements; null if there is none. */
  sampler: Sampler | null;
  /** User-supplied scores. */
  scores: readonly ScoreTable[];
  /** What a structure of the reference says. */
  structure?: StructureContext | null;
  folds: number | null;
  /** True to train a model in addition to evaluating it: fitting it to all rows takes about a fifth of the time. */
  wantsModel: boolean;
}

/** Maximum number of variants whose matrices are too small for threads. */
const MAX_SMALL = 200;

/** Evaluates a scorer by cross-validation, and trains it if requested, with a checkpoint after each stage. */
export async function evaluateScorer(
  run: TaskRun,
  { data, assays, objective, reference, sampler, scores, structure, folds, wantsModel }: EvaluationInput,
  { showsProgress }: { showsProgress: boolean },
): Promise<TrainedScorer> {
  const plan = planScorer({
    reference,
    sequences: data.sequences,
    assays: assays.map(({ assay_id, scale_type }) => ({
      assay_id,
      scale_type,
      isMinimized: objective?.assay_id === assay_id && objective.direction === "MINIMIZE",
    })),
    values: data.values,
    batches: batchesOf(data),
    rankBatches: batchesOf(data, "RANK"),
    rounds: data.rounds ?? null,
    sampler,
    scores,
    structure: structure ?? null,
    seed: run.seed,
    ...(folds === null ? {} : { folds }),
  });
  const stages = scorerStages(plan).filter(({ kind }) => wantsModel || kind !== "final");
  const results: StageResult[] = [];
  for (const [index, stage] of stages.entries()) {
    // The key names the purpose of a stage, because the rules that determine which assays have stages change between releases.
    // Results under "scorer-" and "process-" come from earlier versions with other parts.
    const key = `gp-${stage.assay}-${stage.kind}-${stage.index}`;
    const assay_id = plan.assays[stage.assay]?.assayId ?? "";
    if (showsProgress)
      await run.progress({ phase: "SCORER", step: index, num_steps: stages.length, assay_id });
    results.push(await run.stage(key, () => computeStage(plan, stage)));
  }
  if (showsProgress)
    await run.progress({ phase: "REPORT", step: stages.length, num_steps: stages.length }, true);
  return run.stage("trained", () => finishScorer(plan, stages, results));
}

/** Runs a stage, with threads if it has large matrices: they keep the memory that they share until they are closed. */
async function computeStage(plan: ScorerPlan, stage: ScorerStage): Promise<StageResult> {
  const { variants } = plan.assays[stage.assay]!;
  if (variants.length <= MAX_SMALL) return runScorerStage(plan, stage);
  const threads = await openThreads();
  try {
    return runScorerStage(plan, stage, threads);
  } finally {
    await threads.close();
  }
}
