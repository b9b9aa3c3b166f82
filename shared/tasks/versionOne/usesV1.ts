import { patternSources } from "@pdp/science/designs";
import type { ConstraintV1 } from "#shared/domain/tasks/versionOne/commonFields.ts";
import type {
  DiversifyV1,
  EngineerV1,
  SelectV1,
  TrainV1,
} from "#shared/domain/tasks/versionOne/parameters.ts";
import { requirementsOf } from "#shared/domain/tasks/versionOne/templateGenerator.ts";
import type { TemplateV1 } from "#shared/domain/tasks/versionOne/templates.ts";
import { constraintOf, diversifyOf, engineerOf } from "#shared/domain/tasks/versionOne/translate.ts";
import { type GoalUse, type Loc, noUses, type ParameterUses, usesOfDataset } from "../datasetUses.ts";
import { assayUses, PARAMETERS, samplerUse, scorerUse } from "../parameterUses.ts";

/** References in the parameters of tasks of version 1. */

export function usesOfTrainV1({ dataset, homologs, assays }: TrainV1): ParameterUses {
  const uses = noUses();
  usesOfDataset(dataset, [...PARAMETERS, "dataset"], uses, { assays: assayUses(assays) });
  usesOfDataset(homologs, [...PARAMETERS, "homologs"], uses);
  return uses;
}

export function usesOfDiversifyV1(parameters: DiversifyV1): ParameterUses {
  const uses = noUses();
  usesOfDataset(parameters.homologs, [...PARAMETERS, "homologs"], uses);
  const loc = [...PARAMETERS, "template_sequence"];
  usesOfTemplate(parameters.template_sequence, loc, uses);
  const { generator } = diversifyOf(parameters, { artifact_id: "" });
  if (generator.type === "MODEL_BASED") uses.generators.push({ loc, generator });
  return uses;
}

export function usesOfEngineerV1(parameters: EngineerV1): ParameterUses {
  const { dataset, assays, samplers, scorer, template_sequences: templates } = parameters;
  const uses = noUses();
  usesOfDataset(dataset, [...PARAMETERS, "dataset"], uses, { assays: assayUses(assays) });
  const template = templates[0]?.sequence ?? "";
  for (const [index, { artifact_id: id }] of samplers.entries())
    uses.artifacts.push(samplerUse([...PARAMETERS, "samplers", index, "artifact_id"], id, template));
  const { ranker, generator } = engineerOf(parameters);
  const objective = ranker.primary_objective;
  const goals = goalUses(parameters.constraints);
  if (objective !== null) {
    const { measure, reference: level } = objective;
    goals.unshift({ loc: [...PARAMETERS, "primary_objective"], measure, field: "reference", level });
  }
  uses.artifacts.push(
    scorerUse([...PARAMETERS, "scorer", "artifact_id"], scorer.artifact_id, template, goals),
  );
  for (const [index, template] of templates.entries())
    usesOfTemplate(template, [...PARAMETERS, "template_sequences", index], uses);
  if (generator.type === "MODEL_BASED")
    uses.generators.push({ loc: [...PARAMETERS, "template_sequences", 0], generator });
  return uses;
}

export function usesOfSelectV1({ sequences, selection_method: method, ...stated }: SelectV1): ParameterUses {
  const uses = noUses();
  usesOfDataset(sequences, [...PARAMETERS, "sequences"], uses);
  const loc = [...PARAMETERS, "selection_method"];
  if ("assayed_sequences" in method)
    usesOfDataset(method.assayed_sequences, [...loc, "assayed_sequences"], uses);
  else {
    const goals = goalUses(stated.constraints);
    uses.artifacts.push(scorerUse([...loc, "scorer", "artifact_id"], method.scorer.artifact_id, "", goals));
  }
  return uses;
}

function usesOfTemplate(template: TemplateV1, loc: Loc, uses: ParameterUses): void {
  for (const requirement of requirementsOf(template))
    uses.patterns.push(...patternSources(requirement).map((source) => ({ loc, source })));
}

function goalUses(constraints: readonly ConstraintV1[]): GoalUse[] {
  return constraints.map((constraint, index) => {
    const { measure, threshold: level } = constraintOf(constraint);
    return { loc: [...PARAMETERS, "constraints", index], measure, field: "threshold", level };
  });
}
