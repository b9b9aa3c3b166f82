import type { Numbering } from "@pdp/basics/proteins";
import { assayOf } from "@pdp/science/analysis";
import {
  constraintGoal,
  countSeen,
  countSelected,
  designRows,
  type EngineerPlan,
  engineerSearch,
  type Goal,
  objectiveGoal,
  type SelectedDesign,
} from "@pdp/science/designs";
import { affordableAlignments, residueLetters } from "@pdp/science/sequences";
import type { ObjectiveMeasure } from "#shared/domain/tasks/assay.ts";
import type { Engineer, Objective } from "#shared/domain/tasks/designParameters.ts";
import type { LibraryComparison } from "#shared/reports/librarySection.ts";
import type { ReportedGoal } from "#shared/reports/reportedGoal.ts";
import { type DesignData, type ReadAssemblies, readDesignData, readGenerator } from "./assemblies.ts";
import { purposeRemarks, rangeRemarks, templateRemarks } from "./batchRemarks.ts";
import { combinationRemarks } from "./combinationRemarks.ts";
import { controlRows } from "./controlRows.ts";
import { readControls } from "./controls.ts";
import { designOutcome, jointScorer, limitsOf } from "./designing.ts";
import { designLibrary } from "./designLibrary.ts";
import { designStarts } from "./designStarts.ts";
import { allowsIndels, indelRemarks, withIndelSpaces } from "./indelSpaces.ts";
import { indicesOfLength, type LoadedScorer, loadScorer, samplerBesideScorer } from "./models.ts";
import { outOfReach } from "./outOfReach.ts";
import { runSearch } from "./runSearch.ts";
import { selectionLimits, shortage } from "./selectionLimits.ts";
import { taskNumbering } from "./taskNumbering.ts";
import type { TaskProgram } from "./taskProgram.ts";
import type { SearchOutcome, TaskRun } from "./taskRun.ts";
import { measuredSequences, type TrainingSet } from "./training/trainingSet.ts";
import { openWorkbench, requireChains, type Workbench } from "./workbench.ts";

/** Maximum number of position pairs compared to describe the composition of designs; comparing them takes about five seconds. */
const MAX_COMPARED_PAIRS = 2e8;

export const engineer: TaskProgram<Engineer> = {
  prepare: async (run, version, snapshots) => {
    const { parameters } = run;
    const read = await readGenerator(run, parameters.generator, version, snapshots);
    await opened(run, parameters, read);
    return { controls: await readControls(run, parameters.ranker.scorer_config, version, snapshots), read };
  },
  run: async (run) => improvedDesigns(run, "Improved variants", run.parameters, await readDesignData(run)),
};

/** Parameters read by the task's search. */
export interface ImprovedParameters
  extends Pick<Engineer, "generator" | "filterers" | "ranker" | "num_assemblies"> {
  library?: Engineer["library"];
  force_returning_num_assemblies?: boolean | null | undefined;
}

/** Searches for designs that are expected to be better, and returns them with a report. */
export async function improvedDesigns(
  run: TaskRun,
  title: string,
  parameters: ImprovedParameters,
  { controls, read }: DesignData,
): Promise<SearchOutcome> {
  const { filterers, ranker, num_assemblies } = parameters;
  const { bench, plan, loaded } = await opened(run, parameters, read);
  const { scorer, assays, unusable, fits } = jointScorer([loaded, ...bench.scorers]);
  const state = await runSearch(run, engineerSearch, plan);
  const selected = engineerSearch.select(plan, state);
  const failing = selected.filter(({ passes }) => !passes).length;
  const counts = countSelected(state.counts, selected.length, selected.length - failing);
  await run.progress({ ...counts }, true);
  const { template: start } = bench.space;
  const objective = ranker.primary_objective?.measure ?? null;
  const [primary = null, ...secondary] = objectivesOf(ranker).map(({ measure }, index) =>
    reportedGoal(measure, goalsOf(plan)[index]!, loaded),
  );
  const measured = seenFor(objective, loaded.training, start, allowsIndels(parameters.generator));
  const seen = countSeen(start, measured);
  const remarks = [
    // The first remarks state how far the predictions can be trusted.
    ...rangeRemarks(
      start,
      measured,
      selected.map(({ sequence }) => sequence),
      bench.candidates,
    ),
    ...batchRemarks(run, parameters, { plan, loaded, measured, selected }),
    ...indelRemarks(parameters.generator, bench, selected),
    ...combinationRemarks(run, parameters.generator, bench, selected),
  ];
  if (failing > 0)
    remarks.push(`${failing} designs fail a filter: they were added to reach the requested number.`);
  remarks.push(...shortage(selected.length, parameters, bench));
  const { num_candidates_generated, num_candidates_unique, num_candidates_filtered } = state.counts;
  const numbering = await taskNumbering(run, bench.template, ranker.scorer_config.scorer.artifact_id);
  const described = {
    space: bench.space,
    candidates: bench.candidates,
    sampler: bench.sampler,
    scorer,
    numbering,
  };
  const library = await libraryOf(
    run,
    parameters,
    { bench, plan, loaded, numbering, measured },
    state.pool,
    selected,
  );
  const outcome = await designOutcome(run, {
    title,
    rows: designRows(selected, { ...described, seen, origin: bench.origin }),
    controls: controlRows(controls, { ...described, fits }),
    wanted: num_assemblies,
    scorer,
    assays,
    unusable,
    objective: primary,
    secondary,
    limits: [...(ranker.constraints ?? []).map(({ measure }) => measure), ...limitsOf(filterers)],
    template: bench.template,
    numbering,
    warnings: outOfReach(plan, selected, loaded.training.assays),
    stages: [
      { stage: "Generated", count: num_candidates_generated },
      { stage: "Unique", count: num_candidates_unique },
      { stage: "Passed the filters", count: num_candidates_unique - num_candidates_filtered },
      { stage: "Selected", count: selected.length },
    ],
    remarks,
    library,
  });
  const sequences = {
    candidates: state.pool.map(({ sequence }) => sequence),
    selected: selected.map(({ sequence }) => sequence),
  };
  return { ...outcome, ...sequences, counts: state.counts };
}

/** Returns the degenerate libraries in addition to the designs; null if none were requested. */
async function libraryOf(
  run: TaskRun,
  { library, generator, ranker }: ImprovedParameters,
  {
    bench,
    plan,
    loaded,
    numbering,
    measured,
  }: Opened & { numbering: Numbering; measured: readonly Uint8Array[] },
  pool: readonly { sequence: Uint8Array }[],
  selected: readonly SelectedDesign[],
): Promise<LibraryComparison | null> {
  const { objective } = plan;
  const predictor = loaded.scorer.get(ranker.primary_objective?.measure.assay_id ?? "");
  if (!library || objective === null || predictor === undefined) return null;
  const isListed = generator.type !== "MODEL_BASED";
  return designLibrary(run, library, {
    space: bench.space,
    objective,
    limits: [...plan.constraints, ...plan.filters],
    predictor,
    selected: selected.map(({ sequence }) => sequence),
    varied: isListed ? pool.map(({ sequence }) => sequence) : measured,
    isListed,
    numbering,
  });
}

/** Returns the objectives, primary objective first. */
function objectivesOf({ primary_objective, secondary_objectives }: Engineer["ranker"]): Objective[] {
  return primary_objective === null ? [] : [primary_objective, ...(secondary_objectives ?? [])];
}

function goalsOf({ objective, secondary = [] }: EngineerPlan): Goal[] {
  return objective === null ? [] : [objective, ...secondary];
}

function reportedGoal(measure: ObjectiveMeasure, { level }: Goal, { scorer }: LoadedScorer): ReportedGoal {
  const target = scorer.get(measure.assay_id)?.invert(level);
  return measure.direction === "TARGET" && target !== undefined ? { ...measure, target } : measure;
}

/**
 * Returns the measured variants that have a value for the objective or, without an objective, all measured variants: those of
 * the template's length, or of any length that does not take too long to align.
 */
function seenFor(
  objective: ObjectiveMeasure | null,
  training: TrainingSet,
  template: Uint8Array,
  anyLength: boolean,
): Uint8Array[] {
  const sequences = objective ? measuredSequences(training, objective.assay_id) : training.sequences;
  if (!anyLength) return indicesOfLength(sequences, residueLetters(template));
  const isAffordable = affordableAlignments(sequences, template, MAX_COMPARED_PAIRS);
  return indicesOfLength(
    sequences.filter((_, index) => isAffordable(index)),
    null,
  );
}

interface DescribedBatch extends Pick<Opened, "plan" | "loaded"> {
  measured: readonly Uint8Array[];
  selected: readonly SelectedDesign[];
}

/** Explains the purpose of the parts of the batch; empty without an objective. */
function batchRemarks(
  run: TaskRun,
  { ranker, generator }: ImprovedParameters,
  { plan, loaded, measured, selected }: DescribedBatch,
): string[] {
  const measure = ranker.primary_objective?.measure;
  const predictor = measure && loaded.scorer.get(measure.assay_id);
  if (!predictor || plan.objective === null) return [];
  const { training } = loaded;
  const { template } = plan.space;
  const batch = {
    goal: plan.objective,
    predictor,
    assay: assayOf(measure.assay_id, training.assays),
    best: designStarts(
      measure,
      plan.objective,
      training,
      allowsIndels(generator) ? null : residueLetters(template),
    ),
    isUsable: predictor.model.usable,
    seed: run.seed,
  };
  return [...templateRemarks(template, measured, batch), ...purposeRemarks(selected, batch)];
}

interface Opened {
  bench: Workbench;
  plan: EngineerPlan;
  /** Scorer of the ranker. */
  loaded: LoadedScorer;
}

async function opened(run: TaskRun, parameters: ImprovedParameters, read: ReadAssemblies): Promise<Opened> {
  const { generator, filterers, ranker, num_assemblies, force_returning_num_assemblies } = parameters;
  const scorerId = ranker.scorer_config.scorer.artifact_id;
  const loaded = await loadScorer(run.scope, scorerId);
  const opened = await openWorkbench(run, {
    generator,
    filterers,
    read,
    fallbackTemplate: loaded.reference,
    fallbackSampler: () => samplerBesideScorer(run.scope, scorerId, loaded.reference),
  });
  const { template } = opened;
  requireChains("scorer", loaded.reference, template);
  const { scorer, training } = loaded;
  const objectives = objectivesOf(ranker);
  const [objective = null, ...secondary] = objectives.map((objective) =>
    objectiveGoal(objective, scorer, template.length),
  );
  const goals = {
    objective,
    secondary,
    constraints: (ranker.constraints ?? []).map((constraint) =>
      constraintGoal(constraint, scorer, template.length),
    ),
  };
  const bench = await withIndelSpaces(run, generator, opened, {
    trainings: [],
    scorers: [loaded],
    goals,
  });
  const shape = allowsIndels(generator) ? null : template;
  const plan: EngineerPlan = {
    space: bench.space,
    ...(bench.candidates && { candidates: bench.candidates }),
    sampler: bench.sampler,
    ...goals,
    filters: bench.filters,
    wanted: num_assemblies,
    ...selectionLimits(parameters, bench, [training, ...bench.scorers.map((scorer) => scorer.training)]),
    fillUp: force_returning_num_assemblies ?? false,
    seed: run.seed,
    starts: objectives.flatMap(({ measure }, index) =>
      designStarts(measure, [objective, ...secondary][index]!, training, shape),
    ),
    ...(ranker.exploration == null ? {} : { exploration: ranker.exploration }),
  };
  return { bench, plan, loaded };
}
