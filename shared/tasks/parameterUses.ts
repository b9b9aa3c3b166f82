import type { ArtifactType } from "#shared/domain/tasks/artifact.ts";
import type { Dataset, SequenceSource } from "#shared/domain/tasks/dataSources.ts";
import type {
  CandidateGenerator,
  Diversify,
  Engineer,
  Filterer,
  Train,
} from "#shared/domain/tasks/taskParameters.ts";
import { patternSources } from "#shared/science/design/motifs/motifPatterns.ts";

type Loc = (string | number)[];

/** References in a task's parameters, each with its location in the request. */
export interface ParameterUses {
  tables: { loc: Loc; table: string; versionId: string | null }[];
  queries: { loc: Loc; query: string }[];
  artifacts: { loc: Loc; id: string; type: ArtifactType }[];
  /** Motifs that are regular expressions. */
  patterns: { loc: Loc; source: string }[];
  /** Inputs that earlier tasks read, and tables that they made. */
  taskData: { loc: Loc; taskId: string; kind: "SNAPSHOT" | "TASK_RESULT"; name: string }[];
}

function noUses(): ParameterUses {
  return { tables: [], queries: [], artifacts: [], patterns: [], taskData: [] };
}

const PARAMETERS: Loc = ["body", "parameters"];

function usesOfDataset(dataset: Dataset | SequenceSource | null, loc: Loc, uses: ParameterUses): void {
  if (dataset?.kind === "TABLE") {
    uses.tables.push({ loc: [...loc, "table"], table: dataset.table, versionId: dataset.version_id });
  }
  if (dataset?.kind === "SNAPSHOT" || dataset?.kind === "TASK_RESULT") {
    const { kind, task_id: taskId, name } = dataset;
    uses.taskData.push({ loc: [...loc, "name"], taskId, kind, name: name ?? "designs" });
  }
  if (dataset?.kind === "QUERY") uses.queries.push({ loc: [...loc, "query"], query: dataset.query });
}

export function usesOfAnalysis(parameters: { dataset: Dataset }): ParameterUses {
  const uses = noUses();
  usesOfDataset(parameters.dataset, [...PARAMETERS, "dataset"], uses);
  return uses;
}

export function usesOfTraining({ dataset, homologs }: Train): ParameterUses {
  const uses = usesOfAnalysis({ dataset });
  usesOfDataset(homologs, [...PARAMETERS, "homologs"], uses);
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
  uses.artifacts.push({ loc: sampler, id: generator.template.sampler.artifact_id, type: "model.sampler/v1" });
  usesOfMembers(generator, uses);
  for (const [index, { scorer }] of (filterers ?? []).entries()) {
    const loc = [...PARAMETERS, "filterers", index, "scorer", "scorer", "artifact_id"];
    uses.artifacts.push({ loc, id: scorer.scorer.artifact_id, type: "model.scorer/v1" });
  }
  return uses;
}

export function usesOfDiversify({ generator, filterers, ranker }: Diversify): ParameterUses {
  const uses = usesOfDesign(generator, filterers);
  const loc = [...PARAMETERS, "ranker", "sampler_config"];
  const { sampler, controls } = ranker.sampler_config;
  uses.artifacts.push({
    loc: [...loc, "sampler", "artifact_id"],
    id: sampler.artifact_id,
    type: "model.sampler/v1",
  });
  usesOfDataset(controls, [...loc, "controls"], uses);
  return uses;
}

export function usesOfEngineer({ generator, filterers, ranker }: Engineer): ParameterUses {
  const uses = usesOfDesign(generator, filterers);
  const loc = [...PARAMETERS, "ranker", "scorer_config"];
  const { scorer, controls } = ranker.scorer_config;
  uses.artifacts.push({
    loc: [...loc, "scorer", "artifact_id"],
    id: scorer.artifact_id,
    type: "model.scorer/v1",
  });
  usesOfDataset(controls, [...loc, "controls"], uses);
  return uses;
}
