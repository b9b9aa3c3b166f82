import { type DiversifyPlan, designRows, diversifySearch, leavesOf } from "@pdp/science/designs";
import { residueIndices, residueLetters } from "@pdp/science/sequences";
import { candidateTree, firstSampler } from "#shared/domain/tasks/candidateTree.ts";
import type { Diversify } from "#shared/domain/tasks/designParameters.ts";
import type { CandidateGenerator } from "#shared/domain/tasks/ensembleParameters.ts";
import { type DesignData, type ReadAssemblies, readDesignData, readGenerator } from "./assemblies.ts";
import { combinationRemarks } from "./combinationRemarks.ts";
import { controlRows } from "./controlRows.ts";
import { readControls } from "./controls.ts";
import { designOutcome, jointScorer, limitsOf } from "./designing.ts";
import { indelRemarks, withIndelSpaces } from "./indelSpaces.ts";
import { loadSampler, trainingBesideSampler } from "./models.ts";
import { runSearch } from "./runSearch.ts";
import { selectionLimits, shortage } from "./selectionLimits.ts";
import { taskNumbering } from "./taskNumbering.ts";
import type { TaskProgram } from "./taskProgram.ts";
import type { SearchOutcome, TaskRun } from "./taskRun.ts";
import type { TrainingSet } from "./training/trainingSet.ts";
import { openWorkbench, requireChains, type Workbench } from "./workbench.ts";

export const diversify: TaskProgram<Diversify> = {
  prepare: async (run, version, snapshots) => {
    const { parameters } = run;
    const read = await readGenerator(run, parameters.generator, version, snapshots);
    await opened(run, parameters, read);
    return { controls: await readControls(run, parameters.ranker.sampler_config, version, snapshots), read };
  },
  run: async (run) => diverseDesigns(run, "Diverse variants", run.parameters, await readDesignData(run)),
};

/** Parameters read by the task's search. */
export type DiverseParameters = Pick<Diversify, "generator" | "filterers" | "ranker" | "num_assemblies">;

/** Searches for diverse plausible designs, and returns them with a report. */
export async function diverseDesigns(
  run: TaskRun,
  title: string,
  parameters: DiverseParameters,
  { controls, read }: DesignData,
): Promise<SearchOutcome> {
  const { num_assemblies } = parameters;
  const { bench, plan } = await opened(run, parameters, read);
  const state = await runSearch(run, diversifySearch, plan);
  const selected = diversifySearch.select(plan, state);
  const counts = { ...state.counts, num_candidates_selected: selected.length };
  await run.progress(counts, true);
  const { scorer, assays, unusable, fits } = jointScorer(bench.scorers);
  const numbering = await taskNumbering(
    run,
    bench.template,
    parameters.ranker.sampler_config.sampler.artifact_id,
  );
  const described = {
    space: bench.space,
    candidates: bench.candidates,
    sampler: plan.ranker,
    reference: plan.reference,
    scorer,
    numbering,
  };
  const outcome = await designOutcome(run, {
    title,
    rows: designRows(selected, { ...described, origin: bench.origin }),
    controls: controlRows(controls, { ...described, fits }),
    wanted: num_assemblies,
    scorer,
    assays,
    unusable,
    objective: null,
    limits: limitsOf(parameters.filterers),
    template: bench.template,
    numbering,
    stages: [
      { stage: "Generated", count: counts.num_candidates_generated },
      { stage: "Unique", count: counts.num_candidates_unique },
      { stage: "Passed the filters", count: counts.num_candidates_unique - counts.num_candidates_filtered },
      { stage: "Selected", count: selected.length },
    ],
    remarks: [
      ...indelRemarks(parameters.generator, bench, selected),
      ...combinationRemarks(run, parameters.generator, bench, selected),
      ...shortage(selected.length, parameters, bench),
    ],
  });
  const sequences = { candidates: state.kept.map(sequenceOf), selected: selected.map(sequenceOf) };
  return { ...outcome, ...sequences, counts };
}

function sequenceOf({ sequence }: { sequence: Uint8Array }): Uint8Array {
  return sequence;
}

async function opened(
  run: TaskRun,
  { generator, filterers, ranker, num_assemblies }: DiverseParameters,
  read: ReadAssemblies,
): Promise<{ bench: Workbench; plan: DiversifyPlan }> {
  const { sampler, reference_assembly } = ranker.sampler_config;
  const ranking = await loadSampler(run.scope, sampler.artifact_id);
  const opened = await openWorkbench(run, {
    generator,
    filterers,
    read,
    fallbackTemplate: reference_assembly.monomer,
    fallbackSampler: async () => ranking,
  });
  requireChains("ranker's sampler", residueLetters(ranking.reference), opened.template);
  const trainings = await samplerTrainings(run, generator, sampler.artifact_id);
  const bench = await withIndelSpaces(run, generator, opened, {
    trainings,
    scorers: [],
    goals: { objective: null, constraints: [] },
  });
  const plan: DiversifyPlan = {
    space: bench.space,
    ...(bench.candidates && { candidates: bench.candidates }),
    sampler: bench.sampler,
    ranker: sampler.artifact_id === firstSampler(generator) ? bench.sampler : ranking,
    reference: residueIndices(reference_assembly.monomer),
    filters: bench.filters,
    wanted: num_assemblies,
    ...selectionLimits({ generator, ranker, num_assemblies }, bench, trainings),
    seed: run.seed,
  };
  return { bench, plan };
}

/** Returns the training sets of the models that were trained together with the samplers of a task. */
async function samplerTrainings(
  run: TaskRun,
  generator: CandidateGenerator,
  rankerId: string,
): Promise<TrainingSet[]> {
  const ids = new Set([
    rankerId,
    ...leavesOf(candidateTree(generator)).flatMap(({ samplerId }) => samplerId ?? []),
  ]);
  const trainings = await Promise.all([...ids].map((id) => trainingBesideSampler(run.scope, id)));
  return trainings.filter((training) => training !== null);
}
