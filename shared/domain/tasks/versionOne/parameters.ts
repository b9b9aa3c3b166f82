import { type BrokenRule, boundedArray, brokenRules, optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { Assays, Measure } from "../assay.ts";
import { Datasets, SequenceRowsList, SequenceSources } from "../dataSources.ts";
import { MutationFrequency } from "../designParameters.ts";
import { MAX_MEMBERS } from "../generatorParameters.ts";
import { brokenGeneratorRules } from "../generatorRules.ts";
import { MAX_DESIGNS } from "../numDesigns.ts";
import { SamplerRef, ScorerRef, Seed, whole } from "../parameterFields.ts";
import { ConstraintsV1, ProteinModelType, withoutCounterpart } from "./commonFields.ts";
import { generatorOf } from "./templateGenerator.ts";
import { DiversifyTemplate, EngineerTemplate, Redundancy, type TemplateV1 } from "./templates.ts";

/** Parameters of tasks of version 1: one chain, and tables with a column `sequence`. */

const homologs = v.pipe(
  optional(SequenceSources),
  v.description("Sequences of related proteins, optionally aligned"),
);
const domain_features = withoutCounterpart("domain_features");

const trainFields = v.object({
  homologs,
  domain_features,
  protein_model_type: ProteinModelType,
  dataset: Datasets,
  assays: Assays,
  primary_objective: Measure,
  seed: Seed,
});
export type TrainV1 = v.InferOutput<typeof trainFields>;
export const TrainV1 = v.pipe(trainFields, brokenRules<TrainV1>(objectiveRule));

const diversifyFields = v.object({
  template_sequence: DiversifyTemplate,
  homologs,
  domain_features,
  protein_model_type: ProteinModelType,
  seed: Seed,
});
export type DiversifyV1 = v.InferOutput<typeof diversifyFields>;
export const DiversifyV1 = v.pipe(
  diversifyFields,
  brokenRules<DiversifyV1>(({ template_sequence: template }) =>
    templateRules(template, ["template_sequence"]),
  ),
);

/** Returns the contradictions within a template: those of the generator that it becomes. */
function templateRules(template: TemplateV1, path: BrokenRule["path"]): BrokenRule[] {
  return brokenGeneratorRules(generatorOf(template, { artifact_id: "" })).map((rule) => ({
    path: rule.path[0] === "requirements" ? path : [...path, ...rule.path],
    message: rule.message,
  }));
}

const engineerFields = v.object({
  dataset: Datasets,
  assays: Assays,
  primary_objective: Measure,
  constraints: ConstraintsV1,
  samplers: v.pipe(boundedArray(SamplerRef, MAX_MEMBERS), v.nonEmpty("Specify at least one sampler")),
  scorer: ScorerRef,
  custom_predictors: withoutCounterpart("custom_predictors"),
  template_sequences: v.pipe(
    boundedArray(EngineerTemplate, MAX_MEMBERS),
    v.nonEmpty("Specify at least one template"),
  ),
  seed: Seed,
});
export type EngineerV1 = v.InferOutput<typeof engineerFields>;
export const EngineerV1 = v.pipe(engineerFields, brokenRules<EngineerV1>(brokenEngineerRules));

function objectiveRule({
  assays,
  primary_objective: { assay_id },
}: Pick<TrainV1, "assays" | "primary_objective">): BrokenRule[] {
  if (assays.some((assay) => assay.assay_id === assay_id)) return [];
  return [{ path: ["primary_objective"], message: "The primary objective must be one of the assays" }];
}

function brokenEngineerRules(parameters: EngineerV1): BrokenRule[] {
  const { samplers, template_sequences: templates, constraints } = parameters;
  const broken = objectiveRule(parameters);
  for (const [index, template] of templates.entries())
    broken.push(...templateRules(template, ["template_sequences", index]));
  if (samplers.length * templates.length > MAX_MEMBERS)
    broken.push({
      path: ["template_sequences"],
      message: `There are ${templates.length} templates for ${samplers.length} samplers, but at most ${MAX_MEMBERS} pairs are allowed`,
    });
  const length = templates[0]?.sequence.length ?? 0;
  for (const [index, { sequence }] of templates.entries())
    if (sequence.length !== length)
      broken.push({
        path: ["template_sequences", index, "sequence"],
        message: `It has ${sequence.length} residues but the first template has ${length}: they must have the same length`,
      });
  for (const [index, constraint] of constraints.entries())
    if ("relative_to" in constraint && constraint.relative_to.length !== length)
      broken.push({
        path: ["constraints", index, "relative_to"],
        message: `It has ${constraint.relative_to.length} residues but the template has ${length}: they must have the same length`,
      });
  return broken;
}

const ByScorer = v.object({
  scorer: ScorerRef,
  hit_redundancy: Redundancy,
  max_mutation_frequency: MutationFrequency,
});
const ByValues = v.object({ assayed_sequences: Datasets });

const selectFields = v.object({
  sequences: SequenceRowsList,
  objective: Measure,
  constraints: ConstraintsV1,
  selection_method: v.pipe(
    v.union([ByScorer, ByValues], "Input should be {scorer, …} or {assayed_sequences}"),
    v.description("Selects by the predictions of a scorer, or by measured values"),
  ),
  clustered_batches: withoutCounterpart("clustered_batches"),
  max_num_sequences_to_select: v.pipe(
    optional(whole(1, MAX_DESIGNS)),
    v.description("Null selects as many as qualify"),
    v.examples([96]),
  ),
  min_num_sequences_to_select: v.nullish(whole(0, MAX_DESIGNS), 0),
  seed: Seed,
});
export type SelectV1 = v.InferOutput<typeof selectFields>;
export const SelectV1 = v.pipe(selectFields, brokenRules<SelectV1>(brokenSelectRules));

function brokenSelectRules({
  min_num_sequences_to_select: minimum,
  max_num_sequences_to_select: maximum,
}: SelectV1): BrokenRule[] {
  if (maximum === null || minimum <= maximum) return [];
  const message = `min_num_sequences_to_select, ${minimum}, must not exceed max_num_sequences_to_select, ${maximum}`;
  return [{ path: ["min_num_sequences_to_select"], message }];
}
