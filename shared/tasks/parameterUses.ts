import type { ArtifactType } from "#shared/domain/tasks/artifact.ts";
import type { Assay, Measure } from "#shared/domain/tasks/assay.ts";
import type {
  Dataset,
  SequenceSource,
  SnapshotSource,
  TaskResultSource,
} from "#shared/domain/tasks/dataSources.ts";
import type { Constraint, Diversify, Engineer, Filterer } from "#shared/domain/tasks/designParameters.ts";
import type { CandidateGenerator, Generator } from "#shared/domain/tasks/generatorParameters.ts";
import type { Train } from "#shared/domain/tasks/trainParameters.ts";
import { patternSources } from "#shared/science/design/motifs/patternSources.ts";
import { normalizeTraining } from "./training/normalizeTraining.ts";

export type Loc = (string | number)[];

/** Assay whose values a data set has to have. */
export interface AssayUse {
  loc: Loc;
  assayId: string;
}

/** Goal that a scorer has to be able to judge; `field` is the name of its level. */
export interface GoalUse {
  loc: Loc;
  measure: Measure;
  field: "reference" | "threshold";
  level: Constraint["threshold"];
}

interface ArtifactUse {
  loc: Loc;
  id: string;
  type: ArtifactType;
  /** Number of residues of the sequences that it is used for. */
  length: number;
  goals: GoalUse[];
}

/** References in a task's parameters, each with its location in the request. */
export interface ParameterUses {
  /** Tables with the column `sequence` and the values of assays. */
  tables: { loc: Loc; table: string; versionId: string | null; assays: AssayUse[] }[];
  queries: { loc: Loc; query: string }[];
  artifacts: ArtifactUse[];
  /** Generators whose requirements have to leave designs. */
  generators: { loc: Loc; generator: Generator }[];
  /** Motifs that are regular expressions. */
  patterns: { loc: Loc; source: string }[];
  /** Inputs that earlier tasks read, and tables that they made. */
  taskData: { loc: Loc; source: SnapshotSource | TaskResultSource }[];
}

function noUses(): ParameterUses {
  return { tables: [], queries: [], artifacts: [], generators: [], patterns: [], taskData: [] };
}

const PARAMETERS: Loc = ["body", "parameters"];

function usesOfDataset(
  dataset: Dataset | SequenceSource | null,
  loc: Loc,
  uses: ParameterUses,
  assays: AssayUse[] = [],
): void {
  if (dataset?.kind === "TABLE") {
    const { table, version_id: versionId } = dataset;
    uses.tables.push({ loc: [...loc, "table"], table, versionId, assays });
  }
  if (dataset?.kind === "SNAPSHOT" || dataset?.kind === "TASK_RESULT") {
    uses.taskData.push({ loc, source: dataset });
  }
  if (dataset?.kind === "QUERY") uses.queries.push({ loc: [...loc, "query"], query: dataset.query });
}

export function usesOfAnalysis({ dataset, assays }: { dataset: Dataset; assays: Assay[] }): ParameterUses {
  const uses = noUses();
  usesOfDataset(dataset, [...PARAMETERS, "dataset"], uses, assayUses(assays));
  return uses;
}

function assayUses(assays: readonly Assay[]): AssayUse[] {
  return assays.map(({ assay_id }, index) => ({
    loc: [...PARAMETERS, "assays", index, "assay_id"],
    assayId: assay_id,
  }));
}

export function usesOfTraining(parameters: Train): ParameterUses {
  const { dataset, homologs, assays } = normalizeTraining(parameters);
  const uses = noUses();
  const loc = parameters.data == null ? PARAMETERS : [...PARAMETERS, "data"];
  usesOfDataset(dataset, [...loc, "dataset"], uses, assayUses(assays));
  usesOfDataset(homologs, [...loc, "homologs"], uses);
  return uses;
}

function usesOfMembers(generator: CandidateGenerator, uses: ParameterUses): void {
  const place = [...PARAMETERS, "generator"];
  const members =
    "generators" in generator
      ? generator.generators.map((member, index) => ({ member, loc: [...place, "generators", index] }))
      : [{ member: generator, loc: place }];
  for (const { member, loc } of members) {
    const requirements = member.type === "EXPLICIT" ? [] : (member.requirements ?? []);
    for (const [index, requirement] of requirements.entries()) {
      const motifs = [...loc, "requirements", index, "motifs"];
      uses.patterns.push(...patternSources(requirement).map((source) => ({ loc: motifs, source })));
    }
  }
}

function usesOfDesign(
  generator: CandidateGenerator,
  filterers: Filterer[] | null | undefined,
): ParameterUses {
  const uses = noUses();
  const sampler = [...PARAMETERS, "generator", "template", "sampler", "artifact_id"];
  uses.artifacts.push(samplerUse(generator, sampler, generator.template.sampler.artifact_id));
  usesOfMembers(generator, uses);
  for (const [index, { scorer, constraints }] of (filterers ?? []).entries()) {
    const loc = [...PARAMETERS, "filterers", index];
    const id = [...loc, "scorer", "scorer", "artifact_id"];
    uses.artifacts.push(scorerUse(generator, id, scorer.scorer.artifact_id, goalUses(constraints, loc)));
  }
  if (generator.type === "MODEL_BASED") {
    uses.generators.push({ loc: [...PARAMETERS, "generator", "requirements"], generator });
  }
  return uses;
}

function lengthOf({ template }: CandidateGenerator): number {
  return template.assembly.monomer.length;
}

function samplerUse(generator: CandidateGenerator, loc: Loc, id: string): ArtifactUse {
  return { loc, id, type: "model.sampler/v1", length: lengthOf(generator), goals: [] };
}

function scorerUse(generator: CandidateGenerator, loc: Loc, id: string, goals: GoalUse[]): ArtifactUse {
  return { loc, id, type: "model.scorer/v1", length: lengthOf(generator), goals };
}

function goalUses(constraints: Filterer["constraints"], loc: Loc): GoalUse[] {
  return (constraints ?? []).map(({ measure, threshold }, index) => ({
    loc: [...loc, "constraints", index],
    measure,
    field: "threshold",
    level: threshold,
  }));
}

export function usesOfDiversify({ generator, filterers, ranker }: Diversify): ParameterUses {
  const uses = usesOfDesign(generator, filterers);
  const loc = [...PARAMETERS, "ranker", "sampler_config"];
  const { sampler, controls } = ranker.sampler_config;
  uses.artifacts.push(samplerUse(generator, [...loc, "sampler", "artifact_id"], sampler.artifact_id));
  usesOfDataset(controls, [...loc, "controls"], uses);
  return uses;
}

export function usesOfEngineer({ generator, filterers, ranker }: Engineer): ParameterUses {
  const uses = usesOfDesign(generator, filterers);
  const { primary_objective: objective, constraints } = ranker;
  const loc = [...PARAMETERS, "ranker"];
  const { scorer, controls } = ranker.scorer_config;
  const goals = goalUses(constraints, loc);
  if (objective !== null) {
    const { measure, reference: level } = objective;
    goals.unshift({ loc: [...loc, "primary_objective"], measure, field: "reference", level });
  }
  const id = [...loc, "scorer_config", "scorer", "artifact_id"];
  uses.artifacts.push(scorerUse(generator, id, scorer.artifact_id, goals));
  usesOfDataset(controls, [...loc, "scorer_config", "controls"], uses);
  return uses;
}
