import * as v from "valibot";
import { boundedArray, boundedRecord } from "#shared/domain/boundedFields.ts";
import { brokenRules } from "#shared/domain/brokenRules.ts";
import { SamplerId, ScorerId } from "#shared/domain/id.ts";
import { optional, text } from "#shared/domain/textFields.ts";
import { brokenCandidateRules } from "./candidateRules.ts";
import { Dataset, SequenceSource } from "./dataSources.ts";
import { brokenDiversifyRules, brokenEngineerRules } from "./levelRules.ts";
import { isMotif, MAX_MOTIF_LENGTH } from "./motifSyntax.ts";

/** Schemas of the parameters of every task type. Rules that depend on the data are checked when the task runs. */

export const MAX_SEQUENCE_LENGTH = 2_000;
const MAX_ASSAYS = 32;
/** Maximum number of ranges of one chain, which has no more positions. */
const MAX_RANGES = 2_000;
/** Maximum number of chains with ranges. At most two names are valid, but the error should say which one is wrong. */
const MAX_CHAINS = 20;
const MAX_DESIGNS = 10_000;
const MAX_EXPLICIT_SEQUENCES = 10_000;
const MAX_MEMBERS = 10;
const LETTERS = /^[ACDEFGHIKLMNPQRSTVWY]+$/;

function foreignLetter(sequence: string): string {
  const at = [...sequence].findIndex((letter) => !LETTERS.test(letter));
  const found = `${JSON.stringify([...sequence][at])} at position ${at + 1}`;
  return `A sequence uses only the letters of the canonical amino acids, ACDEFGHIKLMNPQRSTVWY; this one has ${found}`;
}

/** Protein sequence: capital letters of the 20 canonical amino acids. */
export const Sequence = v.pipe(
  v.string(),
  v.minLength(1, "A sequence has at least 1 residue"),
  v.maxLength(MAX_SEQUENCE_LENGTH, `A sequence has at most ${MAX_SEQUENCE_LENGTH} residues`),
  v.check(
    (sequence) => LETTERS.test(sequence),
    ({ input }) => foreignLetter(input),
  ),
  v.metadata({
    jsonSchema: {
      type: "string",
      pattern: LETTERS.source,
      minLength: 1,
      maxLength: MAX_SEQUENCE_LENGTH,
      examples: ["MQYKLILNGKTLKGETTTEAVDAATAEKVFKQYANDNGVDGEWTYDDATKTFTVTE"],
    },
  }),
);

const whole = (from: number, to: number) => v.pipe(v.number(), v.integer(), v.minValue(from), v.maxValue(to));
const finite = v.pipe(v.number(), v.finite());

const AssayId = text(1, 128);

export const ScaleType = v.picklist(["MULTIPLICATIVE", "ADDITIVE", "RANK"]);
export type ScaleType = v.InferOutput<typeof ScaleType>;

export const Assay = v.object({
  assay_id: v.pipe(AssayId, v.description("The name of its column"), v.examples(["fitness"])),
  name: v.pipe(optional(text(1, 200)), v.description("As reports show it; its id unless stated")),
  unit: optional(text(0, 50)),
  scale_type: v.pipe(
    v.optional(v.nullable(ScaleType), "ADDITIVE"),
    v.transform((scale) => scale ?? "ADDITIVE"),
    v.metadata({ jsonSchema: { type: "string", enum: ScaleType.options, default: "ADDITIVE" } }),
    v.description("MULTIPLICATIVE values are compared as ratios, RANK values by their order alone"),
  ),
});
export type Assay = v.InferOutput<typeof Assay>;

const Assays = v.pipe(
  boundedArray(Assay, MAX_ASSAYS, `A task takes at most ${MAX_ASSAYS} assays`),
  v.minLength(1, "Name at least one assay"),
  v.check(
    (assays) => new Set(assays.map((assay) => assay.assay_id)).size === assays.length,
    "Each assay is given once",
  ),
);

const Controls = v.pipe(
  optional(SequenceSource),
  v.description("Known sequences (column `sequence`, or a list) that the report shows beside the designs"),
);

const Monomer = v.object({ monomer: Sequence });
const SamplerRef = v.object({ artifact_id: SamplerId });
const ScorerRef = v.object({ artifact_id: ScorerId });

const Seed = v.pipe(
  optional(whole(0, Number.MAX_SAFE_INTEGER)),
  v.description("Seed of all random numbers: the same seed, parameters and data give the same result"),
);

export const AnalyzeV1 = v.object({
  reference_sequence: Sequence,
  dataset: Dataset,
  assays: Assays,
  seed: Seed,
});
export const AnalyzeV2 = v.object({ reference: Monomer, dataset: Dataset, assays: Assays, seed: Seed });

const Folds = v.pipe(
  optional(whole(2, 20)),
  v.description("Number of folds of the cross-validation; 5 unless stated"),
);
const Homologs = v.pipe(
  SequenceSource,
  v.description(
    "Sequences of related proteins, aligned to the reference or not: rows with `sequence`, or a list",
  ),
);
const Direction = v.picklist(["MAXIMIZE", "MINIMIZE"]);
const Measure = v.object({ assay_id: AssayId, direction: Direction });
export type Measure = v.InferOutput<typeof Measure>;

/** Parameters of a training that state their data each by a name of its own. */
const PlainTrain = v.object({
  data: v.pipe(v.optional(v.null()), v.description("Absent in this form")),
  dataset: Dataset,
  reference: Monomer,
  assays: Assays,
  homologs: optional(Homologs),
  folds: Folds,
  seed: Seed,
});

const DATA_MESSAGE =
  "Input should be {kind: HOMOLOGS, homologs, dataset} or {kind: DATASET, dataset}, or absent where `dataset` is given";

/** Parameters of a training with its data in one object. */
const DataTrain = v.pipe(
  v.object({
    data: v.pipe(
      v.variant("kind", [
        v.object({ kind: v.literal("HOMOLOGS"), homologs: Homologs, dataset: Dataset }),
        v.object({ kind: v.literal("DATASET"), dataset: Dataset }),
      ]),
      v.description(
        "The measurements, with the sequences of related proteins (HOMOLOGS) or without (DATASET)",
      ),
    ),
    reference: v.pipe(
      optional(Monomer),
      v.description("The sequence in the first row of the dataset unless stated"),
    ),
    assays: Assays,
    primary_objective: v.pipe(
      optional(Measure),
      v.description(
        "The measurements that the sampler is conditioned on: with homologs as a model of its own, `conditioned_sampler`; without, as `sampler`, which otherwise prefers what has high values of the first assay",
      ),
    ),
    folds: Folds,
    seed: Seed,
  }),
  v.forward(
    v.check(
      ({ assays, primary_objective: objective }) =>
        objective === null || assays.some(({ assay_id }) => assay_id === objective.assay_id),
      "The primary objective is one of the assays",
    ),
    ["primary_objective"],
  ),
);

export const Train = v.variant("data", [PlainTrain, DataTrain], DATA_MESSAGE);
export type Train = v.InferOutput<typeof Train>;

const Range = v.pipe(
  v.strictTuple([whole(0, MAX_SEQUENCE_LENGTH), whole(0, MAX_SEQUENCE_LENGTH)]),
  v.check(([from, to]) => from < to, "A range is [first, behind the last], counted from 0"),
);
const Ranges = v.pipe(
  boundedRecord(
    v.string(),
    boundedArray(Range, MAX_RANGES, "At most 2,000 ranges are possible: join those that overlap"),
    MAX_CHAINS,
    `Ranges are given for at most ${MAX_CHAINS} chains`,
  ),
  v.description(
    "Positions by the name of a chain (the generator's `alias`, or `monomer`): pairs [first, behind the last], counted from 0",
  ),
);

const Requirement = v.object({
  apply_to: v.object({ ranges: Ranges }),
  motifs: v.pipe(
    boundedArray(
      v.pipe(
        v.string(),
        v.check(
          isMotif,
          "A motif is 1 to 100 characters: letters of amino acids, or a regular expression of them with . [ ] ( ) | ? * + { }",
        ),
        v.metadata({ jsonSchema: { type: "string", minLength: 1, maxLength: MAX_MOTIF_LENGTH } }),
        v.description(
          "Letters of amino acids, or a regular expression of them such as `N[^P][ST]`: `.` is any residue; without anchors, look-around and back references",
        ),
        v.examples(["NG"]),
      ),
      100,
    ),
    v.minLength(1),
  ),
  operator: v.pipe(
    v.picklist(["none", "any", "all"]),
    v.description("Which of the motifs must occur within the ranges"),
  ),
});

const generatorFields = v.object({
  type: v.literal("MODEL_BASED"),
  template: v.object({ kind: v.literal("MONOMER"), assembly: Monomer, sampler: SamplerRef }),
  requirements: v.optional(v.nullable(boundedArray(Requirement, 100))),
  discourage_mutations: v.pipe(
    optional(v.object({ ranges: Ranges })),
    v.description(
      "Positions where fewer designs are mutated, such as those near the active site. Nothing is forbidden by it: each mutation there lowers what a design is worth to a twentieth. A requirement `all` with the template's own residues as motif keeps a range as it is",
    ),
  ),
  allow_start_mutation: v.pipe(
    v.optional(v.nullable(v.boolean())),
    v.description(
      "Whether position 1 of a template that starts with M may mutate; false unless stated, so that designs keep their start methionine",
    ),
  ),
  min_mutations: v.pipe(
    v.optional(v.nullable(whole(0, MAX_SEQUENCE_LENGTH))),
    v.description("1 unless stated"),
  ),
  max_mutations: v.pipe(
    v.optional(v.nullable(whole(1, MAX_SEQUENCE_LENGTH))),
    v.description("8 unless stated"),
  ),
  alias: optional(text(1, 128)),
});
export type Generator = v.InferOutput<typeof generatorFields>;

const { template: Template, ...modelFields } = generatorFields.entries;
const { requirements, min_mutations, alias } = modelFields;

const explicitFields = {
  type: v.literal("EXPLICIT"),
  sequences: v.pipe(
    boundedArray(Sequence, MAX_EXPLICIT_SEQUENCES),
    v.nonEmpty("At least one sequence is needed"),
    v.description("The candidates, each as long as the template"),
    v.examples([["MKVLAAGIDE"]]),
  ),
};

const Site = v.object({
  position: v.pipe(whole(0, MAX_SEQUENCE_LENGTH - 1), v.description("Counted from 0"), v.examples([3])),
  residues: v.pipe(
    v.string(),
    v.regex(/^[ACDEFGHIKLMNPQRSTVWY]{1,20}$/, "Residues are 1 to 20 letters of amino acids"),
    v.description("The residues that candidates may have there; the template's is one only if it is named"),
    v.examples(["AVL"]),
  ),
});
const combinatorialFields = {
  type: v.literal("COMBINATORIAL"),
  positions: v.pipe(
    boundedArray(Site, MAX_SEQUENCE_LENGTH),
    v.nonEmpty("At least one position is needed"),
    v.description("Candidates have the template's residues at all other positions"),
  ),
  requirements,
  min_mutations,
  max_mutations: v.pipe(
    v.optional(v.nullable(whole(1, MAX_SEQUENCE_LENGTH))),
    v.description("The number of positions unless stated"),
  ),
  alias,
};

const Members = v.pipe(
  boundedArray(
    v.variant("type", [v.object(modelFields), v.object(explicitFields), v.object(combinatorialFields)]),
    MAX_MEMBERS,
    `At most ${MAX_MEMBERS} generators can be combined`,
  ),
  v.minLength(2, "A combination has at least 2 generators"),
  v.description("Generators without a template of their own"),
);
const parallelFields = v.object({
  type: v.literal("PARALLEL"),
  template: Template,
  generators: v.pipe(Members, v.description("The candidates are those of each of these generators")),
});
const sequentialFields = v.object({
  type: v.literal("SEQUENTIAL"),
  template: Template,
  generators: v.pipe(
    Members,
    v.description(
      "Each generator goes on from sequences of the one before: up to 20 that are drawn from it, or all that are listed, take the place of its template. The candidates are those of the last one, and mutations are counted against the sequence that it went on from. An EXPLICIT generator comes first",
    ),
  ),
});
const candidateFields = v.variant("type", [
  generatorFields,
  v.object({ ...explicitFields, template: Template }),
  v.object({ ...combinatorialFields, template: Template }),
  parallelFields,
  sequentialFields,
]);
export type CandidateGenerator = v.InferOutput<typeof candidateFields>;
export const CandidateGenerator = v.pipe(
  candidateFields,
  brokenRules<CandidateGenerator>(brokenCandidateRules),
);

/** Number in the unit of the assay, or one relative to the score of a sequence. */
const Level = v.union(
  [
    finite,
    v.object({
      reference: Monomer,
      margin: v.pipe(
        optional(finite),
        v.description(
          "A factor above 0 of a MULTIPLICATIVE assay (1.1 is ten percent more), 1 unless stated; a difference that is added for other assays, 0 unless stated",
        ),
      ),
    }),
  ],
  "Input should be a number, or {reference: {monomer}, margin}",
);
export type Level = v.InferOutput<typeof Level>;

const Constraint = v.object({ measure: Measure, threshold: Level });
export type Constraint = v.InferOutput<typeof Constraint>;
const Constraints = v.pipe(
  v.optional(v.nullable(boundedArray(Constraint, MAX_ASSAYS))),
  v.description("Further conditions of a design: at least the threshold to MAXIMIZE, at most to MINIMIZE"),
);

const Filterer = v.object({
  kind: v.literal("SCORED_FILTERER"),
  scorer: v.object({ kind: v.literal("MONOMER"), scorer: ScorerRef }),
  constraints: Constraints,
});
export type Filterer = v.InferOutput<typeof Filterer>;

const HitRedundancy = v.pipe(
  v.optional(v.nullable(whole(0, MAX_DESIGNS))),
  v.description(
    "The most selected designs within one substitution of any better-ranked selected design; 1 + num_assemblies / 30, rounded down, unless stated",
  ),
);

const designs = {
  generator: CandidateGenerator,
  filterers: v.optional(v.nullable(boundedArray(Filterer, 20))),
  num_assemblies: v.pipe(whole(1, MAX_DESIGNS), v.description("How many designs are wanted")),
  seed: Seed,
};

const diversifyFields = v.object({
  ...designs,
  ranker: v.object({
    type: v.literal("LIKELIHOOD_BASED"),
    sampler_config: v.object({
      kind: v.literal("MONOMER_SAMPLER"),
      sampler: SamplerRef,
      reference_assembly: Monomer,
      controls: Controls,
    }),
    hit_redundancy: HitRedundancy,
  }),
});
export type Diversify = v.InferOutput<typeof diversifyFields>;
export const Diversify = v.pipe(diversifyFields, brokenRules<Diversify>(brokenDiversifyRules));

const engineerFields = v.object({
  ...designs,
  ranker: v.object({
    type: v.literal("SCORE_BASED"),
    primary_objective: v.pipe(
      optional(
        v.object({
          measure: Measure,
          reference: v.pipe(
            Level,
            v.description(
              "What the designs are to beat: a value of the assay, or what the scorer says of a sequence. Designs are worth more the further they beat it",
            ),
          ),
        }),
      ),
      v.description(
        "Null to order designs by the probability that all constraints hold, and of those that are alike by how plausible the sampler finds them",
      ),
    ),
    constraints: Constraints,
    scorer_config: v.object({
      kind: v.literal("MONOMER_SCORER"),
      scorer: ScorerRef,
      controls: Controls,
    }),
    hit_redundancy: HitRedundancy,
  }),
  force_returning_num_assemblies: v.pipe(
    v.optional(v.nullable(v.boolean())),
    v.description("Fill up with the best of those that fail a filter, and say so; false unless stated"),
  ),
});
export type Engineer = v.InferOutput<typeof engineerFields>;
export const Engineer = v.pipe(engineerFields, brokenRules<Engineer>(brokenEngineerRules));
