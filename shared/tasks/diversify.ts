import type { Diversify } from "#shared/domain/tasks/designParameters.ts";
import { designRows } from "#shared/science/design/designRows.ts";
import { type DiversifyPlan, diversifySearch } from "#shared/science/design/diversify.ts";
import { residueIndices } from "#shared/science/sequences/aminoAcids.ts";
import { readControls } from "./controls.ts";
import {
  controlRows,
  defaultRedundancy,
  designOutcome,
  jointScorer,
  limitsOf,
  openWorkbench,
  requireLength,
  type Workbench,
} from "./designing.ts";
import { loadSampler } from "./models.ts";
import { readPinnedData } from "./pinData.ts";
import { runSearch } from "./runSearch.ts";
import type { TaskProgram } from "./taskProgram.ts";
import type { TaskRun } from "./taskRun.ts";

export const diversify: TaskProgram = {
  prepare: async (run, version, snapshots) => {
    const { ranker } = parametersOf(run);
    await opened(run);
    return readControls(run, ranker.sampler_config.controls, version, snapshots);
  },
  run: async (run) => {
    const { generator, num_assemblies } = parametersOf(run);
    const { bench, plan } = await opened(run);
    const state = await runSearch(run, diversifySearch, plan);
    const controls = await readPinnedData<string[]>(run);
    const selected = diversifySearch.select(plan, state);
    const counts = { ...state.counts, num_candidates_selected: selected.length };
    await run.progress(counts, true);
    const { scorer, assays } = jointScorer(bench.scorers);
    const described = { space: bench.space, sampler: plan.ranker, reference: plan.reference, scorer };
    return designOutcome(run, {
      title: "Diverse variants",
      rows: designRows(selected, described),
      controls: controlRows(controls, described),
      wanted: num_assemblies,
      scorer,
      assays,
      objective: null,
      limits: limitsOf(parametersOf(run).filterers),
      template: generator.template.assembly.monomer,
      stages: [
        { stage: "Generated", count: counts.num_candidates_generated },
        { stage: "Unique", count: counts.num_candidates_unique },
        { stage: "Passed the filters", count: counts.num_candidates_unique - counts.num_candidates_filtered },
        { stage: "Selected", count: selected.length },
      ],
      remarks: selected.length < num_assemblies ? [shortage(selected.length, num_assemblies)] : [],
    });
  },
};

export function shortage(found: number, wanted: number): string {
  return `Only ${found} of the ${wanted} designs that were wanted were found: relax a threshold, allow more mutations, or raise hit_redundancy.`;
}

function parametersOf({ task }: TaskRun): Diversify {
  return task.parameters as unknown as Diversify;
}

async function opened(run: TaskRun): Promise<{ bench: Workbench; plan: DiversifyPlan }> {
  const { generator, filterers, ranker, num_assemblies } = parametersOf(run);
  const bench = await openWorkbench(run, generator, filterers);
  const { sampler, reference_assembly } = ranker.sampler_config;
  const ranking =
    sampler.artifact_id === generator.template.sampler.artifact_id
      ? bench.sampler
      : await loadSampler(run.scope, sampler.artifact_id);
  requireLength("ranker's sampler", ranking.length, generator.template.assembly.monomer);
  const plan: DiversifyPlan = {
    space: bench.space,
    ...(bench.candidates && { candidates: bench.candidates }),
    sampler: bench.sampler,
    ranker: ranking,
    reference: residueIndices(reference_assembly.monomer),
    filters: bench.filters,
    wanted: num_assemblies,
    hitRedundancy: ranker.hit_redundancy ?? defaultRedundancy(num_assemblies),
    seed: run.seed,
  };
  return { bench, plan };
}
