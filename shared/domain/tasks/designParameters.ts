import { Assembly } from "@pdp/basics/proteins";
import { absentOrNull, boundedArray, brokenRules, optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { MAX_ASSAYS, Measure, ObjectiveMeasure } from "./assay.ts";
import { CandidateGenerator } from "./candidateGenerator.ts";
import { SequenceSources } from "./dataSources.ts";
import { brokenDiversifyRules, brokenEngineerRules } from "./levelRules.ts";
import { LibraryOptions, libraryRules } from "./libraryParameters.ts";
import { MAX_DESIGNS } from "./numDesigns.ts";
import { finite, SamplerRef, ScorerRef, Seed, whole } from "./parameterFields.ts";

const Controls = v.pipe(
  optional(SequenceSources),
  v.description("Known sequences (column `sequence`, or a list) to show next to the designs in the report"),
);

/** Number in the unit of the assay, or a number relative to the score of a sequence. */
const Level = v.union(
  [
    finite,
    v.object({
      reference: Assembly,
      margin: v.pipe(
        optional(finite),
        v.description(
          "For a MULTIPLICATIVE assay, a factor above 0 (1.1 means 10 % more; default 1); for other assays, an added difference (default 0)",
        ),
      ),
    }),
  ],
  "Input should be a number, or {reference: {monomer}, margin} or {reference: {vh, vl}, margin}",
);
export type Level = v.InferOutput<typeof Level>;

const Constraint = v.object({ measure: Measure, threshold: Level });
export type Constraint = v.InferOutput<typeof Constraint>;
const Constraints = v.pipe(
  absentOrNull(boundedArray(Constraint, MAX_ASSAYS)),
  v.description(
    "Further conditions for a design: at least the threshold for MAXIMIZE, at most the threshold for MINIMIZE",
  ),
);

const Objective = v.object({
  measure: v.pipe(
    ObjectiveMeasure,
    v.description("MAXIMIZE and MINIMIZE aim to exceed the reference value, TARGET to reach it"),
  ),
  reference: v.pipe(
    Level,
    v.description(
      "Value to exceed or, for TARGET, to reach: a value of the assay, or the prediction for a sequence",
    ),
  ),
  weight: v.pipe(
    absentOrNull(v.pipe(finite, v.gtValue(0))),
    v.description("Weight relative to the other objectives. Defaults to 1"),
  ),
});
export type Objective = v.InferOutput<typeof Objective>;

const Filterer = v.object({
  kind: v.literal("SCORED_FILTERER"),
  scorer: v.object({ kind: v.picklist(["MONOMER", "VHVL"]), scorer: ScorerRef }),
  constraints: Constraints,
});
export type Filterer = v.InferOutput<typeof Filterer>;

export const HitRedundancy = v.pipe(
  absentOrNull(whole(0, MAX_DESIGNS)),
  v.description(
    "Maximum number of selected designs within one substitution of any better-ranked selected design. Defaults to 1 + n / 30, rounded down, where n is the number of requested designs, for designs of MODEL_BASED generators; to no limit for others",
  ),
);

export const MutationFrequency = v.pipe(
  v.optional(v.nullable(v.pipe(finite, v.gtValue(0), v.maxValue(1)))),
  v.description(
    "Maximum share of the selected designs that have the same mutation, above 0 and up to 1; null for no limit. A stated share is kept, even if fewer designs than requested can be selected. Defaults to 0.5 for designs of MODEL_BASED generators, if there are enough alternatives",
  ),
  v.examples([0.5]),
);

export const LikelihoodRanker = v.object({
  type: v.literal("LIKELIHOOD_BASED"),
  sampler_config: v.object({
    kind: v.picklist(["MONOMER_SAMPLER", "VHVL_SAMPLER"]),
    sampler: SamplerRef,
    reference_assembly: Assembly,
    controls: Controls,
  }),
  hit_redundancy: HitRedundancy,
  max_mutation_frequency: MutationFrequency,
});

export const ScoreRanker = v.object({
  type: v.literal("SCORE_BASED"),
  primary_objective: v.pipe(
    optional(Objective),
    v.description(
      "Null to order designs by the probability that all constraints are met, and similar designs by their plausibility under the sampler",
    ),
  ),
  secondary_objectives: v.pipe(
    absentOrNull(boundedArray(Objective, MAX_ASSAYS)),
    v.description(
      "Further objectives, each for a different assay. Designs are ranked by the weighted mean of their gains in the objectives, in standard deviations of the measured values. The report shows the Pareto front: the designs not exceeded by another design in all objectives",
    ),
    v.examples([[{ measure: { assay_id: "thermostability", direction: "TARGET" }, reference: 60 }]]),
  ),
  constraints: Constraints,
  scorer_config: v.object({
    kind: v.picklist(["MONOMER_SCORER", "VHVL_SCORER"]),
    scorer: ScorerRef,
    controls: Controls,
  }),
  hit_redundancy: HitRedundancy,
  max_mutation_frequency: MutationFrequency,
  exploration: v.pipe(
    absentOrNull(v.pipe(finite, v.minValue(0), v.maxValue(1))),
    v.description(
      "Fraction of designs, 0 to 1, chosen for learning; the others are those expected to be best. Defaults to 0.25",
    ),
  ),
});

const designs = {
  generator: CandidateGenerator,
  filterers: absentOrNull(boundedArray(Filterer, 20)),
  num_assemblies: v.pipe(whole(1, MAX_DESIGNS), v.description("Number of designs")),
  seed: Seed,
};

const diversifyFields = v.object({
  ...designs,
  ranker: LikelihoodRanker,
});
export type Diversify = v.InferOutput<typeof diversifyFields>;
export const Diversify = v.pipe(diversifyFields, brokenRules<Diversify>(brokenDiversifyRules));

const engineerFields = v.object({
  ...designs,
  ranker: ScoreRanker,
  force_returning_num_assemblies: v.pipe(
    absentOrNull(v.boolean()),
    v.description("Fill the list with the best designs that fail a filter, and mark them. Defaults to false"),
  ),
  library: LibraryOptions,
});
export type Engineer = v.InferOutput<typeof engineerFields>;
export const Engineer = v.pipe(
  engineerFields,
  brokenRules<Engineer>((parameters) => [...brokenEngineerRules(parameters), ...libraryRules(parameters)]),
);
