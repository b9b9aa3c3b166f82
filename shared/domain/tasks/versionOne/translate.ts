import type { Constraint, Diversify, Engineer } from "../designParameters.ts";
import type { ConstraintV1 } from "./commonFields.ts";
import type { DiversifyV1, EngineerV1 } from "./parameters.ts";
import { generatorOf } from "./templateGenerator.ts";

/** Translations of parameters of version 1 to version 2. */

interface ArtifactRef {
  artifact_id: string;
}

/** Returns the parameters of `diversify/v2`; `sampler` is the model that was trained on the homologs. */
export function diversifyOf(
  { template_sequence: template, seed }: DiversifyV1,
  sampler: ArtifactRef,
): Diversify {
  return {
    generator: generatorOf(template, sampler),
    ranker: {
      type: "LIKELIHOOD_BASED",
      sampler_config: {
        kind: "MONOMER_SAMPLER",
        sampler,
        reference_assembly: { monomer: template.sequence },
        controls: null,
      },
    },
    num_assemblies: template.num_results,
    seed,
  };
}

/** Returns the parameters of `engineer/v2`: several templates or samplers become a PARALLEL combination. */
export function engineerOf(parameters: EngineerV1): Engineer {
  const { template_sequences: templates, samplers, scorer, primary_objective: measure, seed } = parameters;
  const generators = templates.flatMap((template) =>
    samplers.map((sampler) => generatorOf(template, sampler)),
  );
  const [first] = generators;
  const monomer = templates[0]?.sequence ?? "";
  const redundancies = templates.flatMap(({ hit_redundancy: redundancy }) => redundancy);
  return {
    generator:
      generators.length === 1 && first ? first : { type: "PARALLEL", ensemble: generators, alias: null },
    ranker: {
      type: "SCORE_BASED",
      primary_objective: { measure, reference: { reference: { monomer }, margin: null } },
      constraints: parameters.constraints.map(constraintOf),
      scorer_config: { kind: "MONOMER_SCORER", scorer, controls: null },
      ...(redundancies.length > 0 && { hit_redundancy: Math.max(...redundancies) }),
    },
    num_assemblies: templates.reduce((sum, { num_results: count }) => sum + count, 0),
    seed,
  };
}

export function constraintOf(constraint: ConstraintV1): Constraint {
  const { assay_id, direction } = constraint;
  const threshold =
    "threshold" in constraint
      ? constraint.threshold
      : { reference: { monomer: constraint.relative_to }, margin: null };
  return { measure: { assay_id, direction }, threshold };
}
