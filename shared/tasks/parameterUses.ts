import { leavesOf, patternSources } from "@pdp/science/designs";
import { STRUCTURE } from "#shared/domain/tasks/artifact.ts";
import type { StatedAssay } from "#shared/domain/tasks/assay.ts";
import { candidateTree, firstTemplate } from "#shared/domain/tasks/candidateTree.ts";
import { statedLayout } from "#shared/domain/tasks/chainRules.ts";
import type { Datasets } from "#shared/domain/tasks/dataSources.ts";
import type { Diversify, Engineer, Filterer } from "#shared/domain/tasks/designParameters.ts";
import type { CandidateGenerator } from "#shared/domain/tasks/ensembleParameters.ts";
import { layoutOfKind } from "#shared/domain/tasks/kindRules.ts";
import type { Predict } from "#shared/domain/tasks/predictParameters.ts";
import type { Select } from "#shared/domain/tasks/selectParameters.ts";
import type { Train } from "#shared/domain/tasks/trainParameters.ts";
import {
  type ArtifactUse,
  type AssayUse,
  type GoalUse,
  type Loc,
  noUses,
  type ParameterUses,
  usesOfDataset,
} from "./datasetUses.ts";
import { normalizeTraining } from "./training/normalizeTraining.ts";

export const PARAMETERS: Loc = ["body", "parameters"];

export function usesOfAnalysis({
  dataset,
  assays,
  reference,
}: {
  dataset: Datasets;
  assays: StatedAssay[];
  reference?: { monomer: string };
}): ParameterUses {
  const uses = noUses();
  const layout = statedLayout(dataset, reference ?? null);
  usesOfDataset(dataset, [...PARAMETERS, "dataset"], uses, { assays: assayUses(assays), layout });
  return uses;
}

export function assayUses(assays: readonly StatedAssay[]): AssayUse[] {
  return assays.map(({ assay_id }, index) => ({
    loc: [...PARAMETERS, "assays", index, "assay_id"],
    assayId: assay_id,
  }));
}

export function usesOfTraining(parameters: Train): ParameterUses {
  const { dataset, homologs, structure, assays, layout } = normalizeTraining(parameters);
  const uses = noUses();
  const loc = parameters.data == null ? PARAMETERS : [...PARAMETERS, "data"];
  usesOfDataset(dataset, [...loc, "dataset"], uses, { assays: assayUses(assays), layout });
  usesOfDataset(homologs, [...loc, "homologs"], uses, { layout });
  if (structure !== null) {
    const artifact = [...PARAMETERS, "structure", "artifact_id"];
    uses.artifacts.push({ loc: artifact, id: structure, type: STRUCTURE, template: "", goals: [] });
  }
  return uses;
}

/** Records the references of a task's generators, and the expected length of their templates. */
function usesOfGenerator(generator: CandidateGenerator, template: string, uses: ParameterUses): void {
  const generatorLoc = [...PARAMETERS, "generator"];
  const samplers = new Set<string>();
  for (const { member, source, samplerId, loc, templateLoc } of leavesOf(candidateTree(generator))) {
    const at = [...generatorLoc, ...loc];
    const sampler = [...generatorLoc, ...templateLoc, "sampler", "artifact_id"];
    if (samplerId !== null && samplers.size < samplers.add(samplerId).size)
      uses.artifacts.push(samplerUse(sampler, samplerId, template));
    if (source !== null)
      usesOfDataset(source.source, [...at, "source", "source"], uses, { layout: layoutOfKind(source.kind) });
    const requirements = member.type === "EXPLICIT" ? [] : (member.requirements ?? []);
    for (const [index, requirement] of requirements.entries()) {
      const motifs = [...at, "requirements", index, "motifs"];
      uses.patterns.push(...patternSources(requirement).map((source) => ({ loc: motifs, source: source })));
    }
  }
}

function usesOfDesign(
  generator: CandidateGenerator,
  filterers: Filterer[] | null | undefined,
  template: string,
): ParameterUses {
  const uses = noUses();
  usesOfGenerator(generator, template, uses);
  usesOfFilterers(filterers, template, uses);
  if (generator.type === "MODEL_BASED") {
    uses.generators.push({ loc: [...PARAMETERS, "generator", "requirements"], generator });
  }
  return uses;
}

function usesOfFilterers(
  filterers: Filterer[] | null | undefined,
  template: string,
  uses: ParameterUses,
): void {
  for (const [index, { scorer, constraints }] of (filterers ?? []).entries()) {
    const loc = [...PARAMETERS, "filterers", index];
    const id = [...loc, "scorer", "scorer", "artifact_id"];
    uses.artifacts.push(scorerUse(id, scorer.scorer.artifact_id, template, goalUses(constraints, loc)));
  }
}

export function samplerUse(loc: Loc, id: string, template: string): ArtifactUse {
  return { loc, id, type: "model.sampler/v1", template, goals: [] };
}

export function scorerUse(loc: Loc, id: string, template: string, goals: GoalUse[]): ArtifactUse {
  return { loc, id, type: "model.scorer/v1", template, goals };
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
  const template = firstTemplate(generator) ?? ranker.sampler_config.reference_assembly.monomer;
  const uses = usesOfDesign(generator, filterers, template);
  usesOfLikelihoodRanker(ranker, template, uses);
  return uses;
}

function usesOfLikelihoodRanker(
  { sampler_config: { kind, sampler, controls } }: Diversify["ranker"],
  template: string,
  uses: ParameterUses,
): void {
  const loc = [...PARAMETERS, "ranker", "sampler_config"];
  uses.artifacts.push(samplerUse([...loc, "sampler", "artifact_id"], sampler.artifact_id, template));
  usesOfDataset(controls, [...loc, "controls"], uses, { layout: layoutOfKind(kind) });
}

export function usesOfEngineer({ generator, filterers, ranker }: Engineer): ParameterUses {
  const template = firstTemplate(generator) ?? "";
  const uses = usesOfDesign(generator, filterers, template);
  usesOfScoreRanker(ranker, template, uses);
  return uses;
}

function usesOfScoreRanker(
  { primary_objective: objective, secondary_objectives, constraints, scorer_config }: Engineer["ranker"],
  template: string,
  uses: ParameterUses,
): void {
  const loc = [...PARAMETERS, "ranker"];
  const { kind, scorer, controls } = scorer_config;
  const goals = goalUses(constraints, loc);
  if (objective !== null) {
    const { measure, reference: level } = objective;
    goals.unshift({ loc: [...loc, "primary_objective"], measure, field: "reference", level });
  }
  for (const [index, { measure, reference: level }] of (secondary_objectives ?? []).entries()) {
    goals.push({ loc: [...loc, "secondary_objectives", index], measure, field: "reference", level });
  }
  const id = [...loc, "scorer_config", "scorer", "artifact_id"];
  uses.artifacts.push(scorerUse(id, scorer.artifact_id, template, goals));
  usesOfDataset(controls, [...loc, "scorer_config", "controls"], uses, { layout: layoutOfKind(kind) });
}

export function usesOfSelection({ assemblies, ranker }: Select): ParameterUses {
  const uses = noUses();
  const layout = layoutOfKind(assemblies.kind);
  usesOfDataset(assemblies.source, [...PARAMETERS, "assemblies", "source"], uses, { layout });
  if (ranker.type === "LIKELIHOOD_BASED")
    usesOfLikelihoodRanker(ranker, ranker.sampler_config.reference_assembly.monomer, uses);
  if (ranker.type === "SCORE_BASED") usesOfScoreRanker(ranker, "", uses);
  return uses;
}

export function usesOfPrediction({ scorer, assemblies, template }: Predict): ParameterUses {
  const uses = noUses();
  const layout = layoutOfKind(assemblies?.kind ?? "MONOMER");
  usesOfDataset(assemblies?.source ?? null, [...PARAMETERS, "assemblies", "source"], uses, { layout });
  const loc = [...PARAMETERS, "scorer", "artifact_id"];
  uses.artifacts.push(scorerUse(loc, scorer.artifact_id, template?.monomer ?? "", []));
  return uses;
}
