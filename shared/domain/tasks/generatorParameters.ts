import {
  AMINO_ACIDS,
  Assembly,
  isMotif,
  MAX_MOTIF_LENGTH,
  MAX_SEQUENCE_LENGTH,
  Sequence,
} from "@pdp/basics/proteins";
import {
  absentOrNull,
  type BrokenRule,
  boundedArray,
  boundedRecord,
  brokenRules,
  optional,
  text,
} from "@pdp/basics/schemas";
import { LIABILITIES, NUMBERING_SCHEMES, REGION_PATTERN } from "@pdp/science/antibodies";
import * as v from "valibot";
import { kindRules } from "./kindRules.ts";
import { finite, SamplerRef, whole } from "./parameterFields.ts";

/** Maximum number of ranges per chain, equal to the maximum number of positions in a chain. */
export const MAX_RANGES = 2_000;
/** Maximum number of chains with ranges. Only two names can be valid, but the error should state which one is wrong. */
const MAX_CHAINS = 20;
const MAX_EXPLICIT_SEQUENCES = 10_000;
export const MAX_MEMBERS = 10;

export const Range = v.pipe(
  v.strictTuple([whole(0, MAX_SEQUENCE_LENGTH), whole(0, MAX_SEQUENCE_LENGTH)]),
  v.check(
    ([from, to]) => from < to,
    "A range must be [start, end): zero-based, end exclusive, and not empty",
  ),
);
export const Ranges = v.pipe(
  boundedRecord(
    v.string(),
    boundedArray(Range, MAX_RANGES, "At most 2,000 ranges are allowed: merge overlapping ranges"),
    MAX_CHAINS,
    `Ranges can be given for at most ${MAX_CHAINS} chains`,
  ),
  v.description(
    "Positions by the name of a chain (`monomer` or the generator's `alias`; `vh` and `vl` if there are two): ranges [start, end), zero-based, end exclusive",
  ),
);

export const Motif = v.pipe(
  v.string(),
  v.check(
    isMotif,
    "A motif must have 1 to 100 characters: amino acid letters, or a regular expression of them with . [ ] ( ) | ? * + { }",
  ),
  v.metadata({ jsonSchema: { type: "string", minLength: 1, maxLength: MAX_MOTIF_LENGTH } }),
  v.description(
    "Amino acid letters, or a regular expression of them such as `N[^P][ST]`; `.` matches any residue; anchors, lookaround and backreferences are not supported",
  ),
  v.examples(["NG"]),
);

const Angstrom = v.pipe(finite, v.gtValue(0), v.maxValue(100));

const Share = v.pipe(finite, v.gtValue(0), v.maxValue(1));

/** Positions of a template: ranges, regions of antibodies, or those near a part or on the surface of the structure that the sampler was trained with. */
const placeFields = v.object({
  ranges: v.optional(Ranges, {}),
  region: v.pipe(
    absentOrNull(
      v.pipe(
        v.string(),
        v.regex(
          REGION_PATTERN,
          "A region must be such as CDR-H3 or FR-L1, or CDR-H, FR-L, CDR or FR for several",
        ),
      ),
    ),
    v.description(
      "Region of an antibody: `CDR-H1` to `CDR-L3`, `FR-H1` to `FR-L4`, all of one chain (`CDR-H`, `FR-L`), or of both (`CDR`, `FR`). Its residues are added to stated `ranges`, and the task shows them",
    ),
    v.examples(["CDR-H3"]),
  ),
  scheme: v.pipe(
    absentOrNull(v.picklist(NUMBERING_SCHEMES)),
    v.description("Numbering scheme that defines the region. Defaults to IMGT"),
  ),
  within: v.pipe(
    absentOrNull(Angstrom),
    v.description("Positions with an atom within this distance of an atom of `of`, in angstrom"),
  ),
  beyond: v.pipe(
    absentOrNull(Angstrom),
    v.description("Positions that are not within this distance of `of`"),
  ),
  of: v.pipe(
    absentOrNull(
      v.union(
        [
          v.literal("ligand"),
          v.object({ chain: v.pipe(v.string(), v.maxLength(8)) }),
          v.object({ positions: boundedArray(whole(0, MAX_SEQUENCE_LENGTH - 1), MAX_RANGES) }),
        ],
        'Input should be "ligand", {chain} or {positions}',
      ),
    ),
    v.description(
      'Part of the structure that the sampler was trained with: "ligand" for ligands, metals and nucleic acids, another chain, or positions of the template (zero-based). They are added to stated `ranges`. The task shows the `ranges` that they resolve to',
    ),
  ),
  exposed: v.pipe(
    absentOrNull(Share),
    v.description(
      "Positions with at least this share of their surface accessible to water in that structure, from 0 to 1; 0.2 is usual. Other chains and ligands count as covers",
    ),
  ),
  buried: v.pipe(
    absentOrNull(Share),
    v.description("Positions with less than this share of their surface accessible to water"),
  ),
});
type PlaceFields = v.InferOutput<typeof placeFields>;
export const Place = v.pipe(placeFields, brokenRules<PlaceFields>(brokenPlaceRules));
export type Place = PlaceFields;

/** Tells whether a place has positions that only the structure gives. */
export function isByStructure({ of, exposed, buried }: PlaceFields): boolean {
  return of != null || exposed != null || buried != null;
}

function brokenPlaceRules({
  region,
  scheme,
  within,
  beyond,
  of,
  exposed,
  buried,
}: PlaceFields): BrokenRule[] {
  if (scheme != null && region == null)
    return [{ path: ["scheme"], message: "A scheme defines a region: state the region, or omit the scheme" }];
  const surface = [exposed, buried].filter((share) => share != null).length;
  if (surface === 2 || (surface === 1 && of != null))
    return [{ path: ["exposed"], message: "State one of: of, exposed, buried" }];
  const stated = [within, beyond].filter((distance) => distance != null).length;
  if (of == null)
    return stated === 0
      ? []
      : [{ path: ["within"], message: "State from what the distance is measured: of" }];
  return stated === 1 ? [] : [{ path: ["of"], message: "State either within or beyond, in angstrom" }];
}

const requirementFields = v.object({
  apply_to: Place,
  motifs: v.optional(boundedArray(Motif, 100), []),
  operator: v.pipe(
    v.picklist(["none", "any", "all", "keep"]),
    v.description(
      "Which of the motifs must occur within the ranges; `keep` accepts no motifs and keeps the template's residues",
    ),
  ),
});
type RequirementFields = v.InferOutput<typeof requirementFields>;
const Requirement = v.pipe(requirementFields, brokenRules<RequirementFields>(brokenRequirementRules));

function brokenRequirementRules({ apply_to, motifs, operator }: RequirementFields): BrokenRule[] {
  if (operator !== "keep") {
    return motifs.length > 0 ? [] : [{ path: ["motifs"], message: "State at least one motif" }];
  }
  if (motifs.length > 0)
    return [{ path: ["motifs"], message: "`keep` keeps the template's residues: state no motifs" }];
  const hasPlace =
    apply_to.region != null || isByStructure(apply_to) || Object.values(apply_to.ranges).flat().length > 0;
  return hasPlace
    ? []
    : [{ path: ["apply_to"], message: "State the ranges to keep, a region, or a part of the structure" }];
}

export const Alias = v.pipe(
  optional(text(1, 128)),
  v.description(
    "Name of the generator, used in ranges and in the column `generator_provenance` of the designs",
  ),
  v.examples(["library_1"]),
);

export const TemplateKind = v.picklist(["MONOMER", "VHVL"]);
const templateFields = v.object({ kind: TemplateKind, assembly: Assembly, sampler: SamplerRef });
type TemplateFields = v.InferOutput<typeof templateFields>;

function brokenTemplateRules({ kind, assembly }: TemplateFields): BrokenRule[] {
  return kindRules(kind, assembly.monomer, ["kind"]);
}

export const generatorFields = v.object({
  type: v.literal("MODEL_BASED"),
  template: v.pipe(templateFields, brokenRules<TemplateFields>(brokenTemplateRules)),
  requirements: absentOrNull(boundedArray(Requirement, 100)),
  discourage_mutations: v.pipe(
    optional(Place),
    v.description(
      "Positions to mutate less often, such as those near the active site. Mutations remain possible, but each one reduces a design's value to one twentieth. To keep positions unchanged, use a requirement with the operator `keep`",
    ),
  ),
  allow_start_mutation: v.pipe(
    absentOrNull(v.boolean()),
    v.description(
      "True to allow mutation of position 1 in a template that starts with M. Defaults to false, so designs keep their start methionine",
    ),
  ),
  allow_indels: v.pipe(
    absentOrNull(v.boolean()),
    v.description(
      "True to allow insertions and deletions in designs, exactly as found in measured variants and combined with substitutions. Each deleted position and each inserted residue counts as a mutation. Not available in combinations. Defaults to false",
    ),
  ),
  min_mutations: v.pipe(absentOrNull(whole(0, MAX_SEQUENCE_LENGTH)), v.description("Defaults to 1")),
  max_mutations: v.pipe(absentOrNull(whole(1, MAX_SEQUENCE_LENGTH)), v.description("Defaults to 8")),
  forbid_liabilities: v.pipe(
    absentOrNull(boundedArray(v.picklist(LIABILITIES), LIABILITIES.length)),
    v.description(
      "Kinds of sequence liabilities that designs must not have, except where the template has them at positions that do not mutate. Methionine, tryptophan (OXIDATION) and cysteine (FREE_CYSTEINE) may stay wherever the template has them",
    ),
    v.examples([["N_GLYCOSYLATION", "DEAMIDATION"]]),
  ),
  alias: Alias,
});
export type Generator = v.InferOutput<typeof generatorFields>;

const { template: Template, allow_indels: _, ...modelFields } = generatorFields.entries;
export const { requirements, min_mutations, alias } = modelFields;

const explicitFields = {
  type: v.literal("EXPLICIT"),
  sequences: v.pipe(
    boundedArray(Sequence, MAX_EXPLICIT_SEQUENCES),
    v.nonEmpty("At least one sequence is required"),
    v.description("Candidates, each with the length of the template"),
    v.examples([["MKVLAAGIDE"]]),
  ),
  alias,
};

const Site = v.object({
  position: v.pipe(whole(0, MAX_SEQUENCE_LENGTH - 1), v.description("Zero-based"), v.examples([3])),
  residues: v.pipe(
    v.string(),
    v.regex(new RegExp(`^[${AMINO_ACIDS}]{1,20}$`), "Residues must be 1 to 20 amino acid letters"),
    v.description("Residues allowed there in candidates; the template's residue is allowed only if listed"),
    v.examples(["AVL"]),
  ),
});
const combinatorialFields = {
  type: v.literal("COMBINATORIAL"),
  positions: v.pipe(
    boundedArray(Site, MAX_SEQUENCE_LENGTH),
    v.nonEmpty("At least one position is required"),
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
  v.minLength(2, "A combination must have at least 2 generators"),
  v.description("Generators without their template"),
);
/** Meaning of a combination of generators, for the API document. */
export const COMBINATIONS = {
  PARALLEL:
    "Searches these generators independently, with equal shares of the evaluations, and selects from the designs of all of them",
  SEQUENTIAL:
    "Searches these generators with equal shares of the evaluations, in order of preference: designs of a generator are only selected for slots that earlier generators leave empty",
  CHAINED:
    "Each generator continues from designs of the previous generator: up to 20 sampled ones, and all listed ones. A MODEL_BASED generator keeps their mutations and adds others; a COMBINATORIAL generator sets its positions. The designs are those of the last generator, and its limits on mutations count from its template. An EXPLICIT generator must come first",
} as const;
export type Combination = keyof typeof COMBINATIONS;

const combined = <const Type extends Combination>(type: Type) =>
  v.object({
    type: v.literal(type),
    template: Template,
    generators: v.pipe(Members, v.description(COMBINATIONS[type])),
    alias,
  });

/** Generators that list their candidates, positions or members explicitly. */
export const listing = [
  v.object({ ...explicitFields, template: Template }),
  v.object({ ...combinatorialFields, template: Template }),
  combined("PARALLEL"),
  combined("SEQUENTIAL"),
  combined("CHAINED"),
] as const;
export type Listing = v.InferOutput<(typeof listing)[number]>;
