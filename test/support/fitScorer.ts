import type { Threads } from "#shared/science/linearAlgebra/threads.ts";
import { finishScorer, type TrainedScorer } from "#shared/science/scorer/finishScorer.ts";
import { planScorer, type ScorerData } from "#shared/science/scorer/scorerPlan.ts";
import {
  runScorerStage,
  type ScorerStage,
  type StageResult,
  scorerStages,
} from "#shared/science/scorer/scorerStages.ts";

export interface FitScorerOptions {
  threads?: Threads | undefined;
  /** Called before each stage with the fraction of stages completed. */
  progress?: (fraction: number, phase: string) => Promise<void>;
  /** Kinds of stages to run; defaults to all. The model needs only the folds and the final stage. */
  kinds?: readonly ScorerStage["kind"][];
}

/** Runs the stages sequentially. Reproducible from the seed, regardless of the number of threads. */
export async function fitScorer(
  data: ScorerData,
  { threads, progress, kinds }: FitScorerOptions = {},
): Promise<TrainedScorer> {
  const plan = planScorer(data);
  const stages = scorerStages(plan).filter(({ kind }) => kinds?.includes(kind) ?? true);
  const results: StageResult[] = [];
  for (const [index, stage] of stages.entries()) {
    await progress?.(index / stages.length, `${plan.assays[stage.assay]?.assayId ?? ""}: ${stage.kind}`);
    results.push(runScorerStage(plan, stage, threads));
  }
  return finishScorer(plan, stages, results);
}
