import * as v from "valibot";
import { AMINO_ACIDS } from "#shared/domain/aminoAcids.ts";
import { boundedArray, boundedRecord } from "#shared/domain/boundedFields.ts";
import { absentOrNull, optional, text } from "#shared/domain/textFields.ts";
import { isMotif, MAX_MOTIF_LENGTH } from "./motifSyntax.ts";
import { SamplerRef, whole } from "./parameterFields.ts";
import { MAX_SEQUENCE_LENGTH, Monomer, Sequence } from "./sequence.ts";

/** Maximum number of ranges of one chain, which has no more positions. */
export const MAX_RANGES = 2_000;
/** Maximum number of chains with ranges. At most two names are valid, but the error should say which one is wrong. */
const MAX_CHAINS = 20;
const MAX_EXPLICIT_SEQUENCES = 10_000;
export const MAX_MEMBERS = 10;

const Range = v.pipe(
  v.strictTuple([whole(0, MAX_SEQUENCE_LENGTH), whole(0, MAX_SEQUENCE_LENGTH)]),
  v.check(([from, to]) => from < to, "A range is [start, end): zero-based, end exclusive, and not empty"),
);
export const Ranges = v.pipe(
  boundedRecord(
    v.string(),
    boundedArray(Range, MAX_RANGES, "At most 2,000 ranges are possible: join those that overlap"),
    MAX_CHAINS,
    `Ranges are given for at most ${MAX_CHAINS} chains`,
  ),
  v.description(
    "Positions by the name of a chain (the generator's `alias`, or `monomer`): ranges [start, end), zero-based, end exclusive",
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

export const Alias = v.pipe(
  optional(text(1, 128)),
  v.description("Name of the generator: in ranges, and in the column `generator_provenance` of the designs"),
  v.examples(["library_1"]),
);

export const generatorFields = v.object({
  type: v.literal("MODEL_BASED"),
  template: v.object({ kind: v.literal("MONOMER"), assembly: Monomer, sampler: SamplerRef }),
  requirements: absentOrNull(boundedArray(Requirement, 100)),
  discourage_mutations: v.pipe(
    optional(v.object({ ranges: Ranges })),
    v.description(
      "Positions where fewer designs are mutated, such as those near the active site. Mutations remain possible: each mutation there lowers the value of a design to a twentieth. A requirement `all` with the template's own residues as motif keeps a range as it is",
    ),
  ),
  allow_start_mutation: v.pipe(
    absentOrNull(v.boolean()),
    v.description(
      "True if position 1 of a template that starts with M may mutate. Defaults to false, so that designs keep their start methionine",
    ),
  ),
  allow_indels: v.pipe(
    absentOrNull(v.boolean()),
    v.description(
      "True if designs may have the insertions and deletions of measured variants, as they were measured, with substitutions beside them. Each deleted position and each inserted residue counts as a mutation. Only for a generator that is not part of a combination. Defaults to false",
    ),
  ),
  min_mutations: v.pipe(absentOrNull(whole(0, MAX_SEQUENCE_LENGTH)), v.description("Defaults to 1")),
  max_mutations: v.pipe(absentOrNull(whole(1, MAX_SEQUENCE_LENGTH)), v.description("Defaults to 8")),
  alias: Alias,
});
export type Generator = v.InferOutput<typeof generatorFields>;

const { template: Template, allow_indels: _, ...modelFields } = generatorFields.entries;
export const { requirements, min_mutations, alias } = modelFields;

const explicitFields = {
  type: v.literal("EXPLICIT"),
  sequences: v.pipe(
    boundedArray(Sequence, MAX_EXPLICIT_SEQUENCES),
    v.nonEmpty("At least one sequence is needed"),
    v.description("The candidates, each as long as the template"),
    v.examples([["MKVLAAGIDE"]]),
  ),
  alias,
};

const Site = v.object({
  position: v.pipe(whole(0, MAX_SEQUENCE_LENGTH - 1), v.description("Zero-based"), v.examples([3])),
  residues: v.pipe(
    v.string(),
    v.regex(new RegExp(`^[${AMINO_ACIDS}]{1,20}$`), "Residues are 1 to 20 letters of amino acids"),
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
    absentOrNull(whole(1, MAX_SEQUENCE_LENGTH)),
    v.description("Defaults to the number of positions"),
  ),
  alias,
};

const Member = v.variant("type", [
  v.object(modelFields),
  v.object(explicitFields),
  v.object(combinatorialFields),
]);
export type Member = v.InferOutput<typeof Member>;

const Members = v.pipe(
  boundedArray(Member, MAX_MEMBERS, `At most ${MAX_MEMBERS} generators can be combined`),
  v.minLength(2, "A combination has at least 2 generators"),
  v.description("Generators without a template of their own"),
);
const parallelFields = v.object({
  type: v.literal("PARALLEL"),
  template: Template,
  generators: v.pipe(Members, v.description("The candidates of all of these generators")),
  alias,
});
const sequentialFields = v.object({
  type: v.literal("SEQUENTIAL"),
  template: Template,
  generators: v.pipe(
    Members,
    v.description(
      "Each generator continues from sequences of the previous one: up to 20 that are drawn from it, or all that are listed, take the place of its template. The candidates are those of the last one, and mutations are counted against the sequence that it continued from. An EXPLICIT generator comes first",
    ),
  ),
  alias,
});

/** Generators that list their candidates, positions or members. */
export const listing = [
  v.object({ ...explicitFields, template: Template }),
  v.object({ ...combinatorialFields, template: Template }),
  parallelFields,
  sequentialFields,
] as const;
export type Listing = v.InferOutput<(typeof listing)[number]>;
