import { MAX_DESIGNS } from "#shared/domain/tasks/numDesigns.ts";
import { strictAssemblies, strictGenerator } from "./strictGenerator.ts";
import { type Fields, NoKnownForm, type ShownTask, strictSource } from "./strictSources.ts";
import { strictDiversifyV1, strictEngineerV1, strictSelectV1, strictTrainV1 } from "./strictVersionOne.ts";

/** Maximum number of assays and of constraints that every client knows. */
const MAX_KNOWN_ASSAYS = 32;

type Shown = (task: ShownTask, parameters: Fields) => Fields;

/** Forms of the parameters of each task type that every client knows. */
const PARAMETERS: Readonly<Record<string, Shown>> = {
  "analyze.data/v1": analysis,
  "analyze.data/v2": analysis,
  "train/v2": training,
  "diversify/v2": design,
  "engineer/v2": (task, parameters) => ({
    ...design(task, parameters),
    force_returning_num_assemblies: parameters.force_returning_num_assemblies ?? false,
  }),
  "select/v2": selection,
  "train/v1": (task, parameters) => withKnownAssays(strictTrainV1(task, parameters)),
  "diversify/v1": strictDiversifyV1,
  "engineer/v1": (task, parameters) => withKnownAssays(strictEngineerV1(task, parameters)),
  "select/v1": strictSelectV1,
};

/** Returns a task's parameters in the form of the specification. Throws `NoKnownForm` if there is none. */
export function strictParameters(task: ShownTask, type: string, parameters: Fields): Fields {
  const shown = PARAMETERS[type];
  if (shown === undefined) throw new NoKnownForm();
  return shown(task, parameters);
}

function analysis(task: ShownTask, { dataset, assays, ...stated }: Fields): Fields {
  return { ...stated, dataset: strictSource(task, dataset, "dataset"), assays: knownAssays(assays) };
}

/** Shows the data of a training run in one object, whichever of the forms the request had. */
function training(
  task: ShownTask,
  { data, dataset, homologs, structure: _, assays, ...stated }: Fields,
): Fields {
  const path = data == null ? "" : "data.";
  const given = data == null ? { dataset, homologs } : (data as Fields);
  // A training run with a structure alone.
  if (given.dataset == null && given.homologs == null) throw new NoKnownForm();
  return {
    ...stated,
    data: {
      kind: given.kind === "VHVL" || hasPair(stated.reference) ? "VHVL" : "MONOMER",
      homologs: strictSource(task, given.homologs, `${path}homologs`),
      dataset: strictSource(task, given.dataset, `${path}dataset`),
    },
    assays: knownAssays(assays),
    primary_objective: stated.primary_objective ?? null,
  };
}

/** Tells whether a reference has two chains. */
function hasPair(reference: unknown): boolean {
  return typeof reference === "object" && reference !== null && ("vh" in reference || "vl" in reference);
}

function design(task: ShownTask, { generator, ranker, filterers, ...stated }: Fields): Fields {
  const filters = ((filterers ?? []) as Fields[]).map((filter) => ({
    ...filter,
    constraints: knownConstraints(filter.constraints),
  }));
  return {
    ...stated,
    generator: strictGenerator(task, generator),
    ranker: knownRanker(
      task,
      ranker as Fields,
      filters.flatMap(({ constraints }) => constraints),
    ),
    filterers: filters,
  };
}

function selection(task: ShownTask, { assemblies, ranker, ...stated }: Fields): Fields {
  return {
    ...stated,
    assemblies: strictAssemblies(task, assemblies, "assemblies"),
    ranker: knownRanker(task, ranker as Fields),
    max_assemblies_to_select: stated.max_assemblies_to_select ?? MAX_DESIGNS,
  };
}

/** Returns a ranker; `filters` are the constraints of the task's filterers. */
function knownRanker(
  task: ShownTask,
  { hit_redundancy: redundancy = null, ...ranker }: Fields,
  filters: readonly Goal[] = [],
): Fields {
  const common = { ...ranker, hit_redundancy: redundancy };
  if (ranker.type === "PRE_RANKED") return common;
  const field = ranker.type === "LIKELIHOOD_BASED" ? "sampler_config" : "scorer_config";
  const config = ranker[field] as Fields;
  const controls = strictSource(task, config.controls, `ranker.${field}.controls`);
  const shown = { ...common, [field]: { ...config, controls } };
  if (ranker.type === "LIKELIHOOD_BASED") return shown;
  const constraints = knownConstraints(ranker.constraints);
  return {
    ...shown,
    primary_objective: objectiveOf(ranker.primary_objective, [...constraints, ...filters]),
    constraints,
  };
}

interface Goal {
  measure: { direction: string };
  threshold?: unknown;
}

/** Returns the objective. Designs without one are ranked by their constraints, so the first constraint is shown as objective. */
function objectiveOf(objective: unknown, [first]: Goal[]): unknown {
  if (objective != null) return knownGoal(objective as Goal);
  if (first === undefined) throw new NoKnownForm();
  return { measure: first.measure, reference: first.threshold };
}

function knownConstraints(constraints: unknown): Goal[] {
  return ((constraints ?? []) as Goal[]).slice(0, MAX_KNOWN_ASSAYS).map(knownGoal);
}

function knownGoal(goal: Goal): Goal {
  if (goal.measure.direction === "TARGET") throw new NoKnownForm();
  return goal;
}

function withKnownAssays(parameters: Fields): Fields {
  return { ...parameters, assays: knownAssays(parameters.assays) };
}

function knownAssays(assays: unknown): Fields[] {
  return ((assays ?? []) as Fields[]).slice(0, MAX_KNOWN_ASSAYS).map((assay) => ({
    ...assay,
    name: assay.name ?? assay.assay_id,
    unit: assay.unit ?? null,
    scale_type: assay.scale_type ?? "ADDITIVE",
  }));
}
