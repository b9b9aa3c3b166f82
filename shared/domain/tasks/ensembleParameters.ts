import { AMINO_ACIDS, Assembly, EXAMPLE_MONOMER, MAX_SEQUENCE_LENGTH } from "@pdp/basics/proteins";
import { absentOrNull, boundedArray } from "@pdp/basics/schemas";
import * as v from "valibot";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { Assemblies } from "./dataSources.ts";
import {
  Alias,
  COMBINATIONS,
  type Combination,
  type Generator,
  generatorFields,
  type Listing,
  listing,
  MAX_MEMBERS,
  MAX_RANGES,
  min_mutations,
  Ranges,
  requirements,
} from "./generatorParameters.ts";
import { whole } from "./parameterFields.ts";

/** Generators that read their candidates from sources, allow residues by range, or combine generators of any form. */

const sourcedFields = v.object({
  type: v.literal("EXPLICIT"),
  source: v.pipe(
    Assemblies,
    v.description("The candidates: rows with `sequence`, each as long as the template"),
  ),
  alias: Alias,
});

const AllowedMutations = v.object({
  in_range: v.object({ ranges: Ranges }),
  amino_acids: v.pipe(
    boundedArray(v.picklist([...AMINO_ACIDS]), AMINO_ACIDS.length),
    v.minLength(1),
    v.description("Residues allowed there in candidates, in addition to the template's residue"),
    v.examples([["A", "V"]]),
  ),
});
const libraryFields = v.object({
  type: v.literal("COMBINATORIAL"),
  template: Assembly,
  allowed_mutations: v.pipe(
    boundedArray(AllowedMutations, MAX_RANGES),
    v.nonEmpty("At least one range is required"),
    v.description("Candidates have the template's residues at all other positions"),
  ),
  requirements,
  min_mutations,
  max_mutations: v.pipe(
    absentOrNull(whole(1, MAX_SEQUENCE_LENGTH)),
    v.description("Defaults to the number of positions"),
  ),
  alias: Alias,
});
export type Library = v.InferOutput<typeof libraryFields>;

/** Combined generators, each with a separate template; they may themselves be combinations. */
export interface Ensemble {
  type: Combination;
  ensemble: CandidateGenerator[];
  alias: string | null;
}

const ensemble = v.pipe(
  boundedArray(
    v.lazy((): v.GenericSchema<unknown, CandidateGenerator> => AnyGenerator),
    MAX_MEMBERS,
    `At most ${MAX_MEMBERS} generators can be combined`,
  ),
  v.nonEmpty("At least one generator is required"),
);
const exampleTemplate = {
  kind: "MONOMER",
  assembly: { monomer: EXAMPLE_MONOMER },
  sampler: { artifact_id: EXAMPLE_ID.sampler },
} as const;
const exampleMembers = v.examples<CandidateGenerator[], CandidateGenerator[][]>([
  [
    {
      type: "MODEL_BASED",
      template: exampleTemplate,
      discourage_mutations: null,
      max_mutations: 3,
      alias: "model",
    },
  ],
]);
const combined = <const Type extends Combination>(type: Type) =>
  v.object({
    type: v.literal(type),
    ensemble: v.pipe(ensemble, v.description(COMBINATIONS[type]), exampleMembers),
    alias: Alias,
  });

/** Fields that distinguish generators with sources, ranges or ensembles from those with lists, positions or members. */
const TELLING = ["source", "allowed_mutations", "ensemble"];
const sourcing = [
  sourcedFields,
  libraryFields,
  combined("PARALLEL"),
  combined("SEQUENTIAL"),
  combined("CHAINED"),
] as const;
export type CandidateGenerator =
  | Generator
  | Listing
  | v.InferOutput<typeof sourcedFields>
  | Library
  | Ensemble;

/**
 * Schema of a generator of any form. A field distinguishes the forms of one type, so that errors refer to the correct form.
 */
export const AnyGenerator = byForm(
  v.variant("type", [generatorFields, ...listing, ...sourcing]),
  v.variant("type", [generatorFields, ...sourcing]),
  v.variant("type", [generatorFields, ...listing]),
);

function byForm<const S extends v.GenericSchema>(all: S, told: v.GenericSchema, other: v.GenericSchema) {
  const schema: S = {
    ...all,
    "~run": (dataset, config) => {
      const { value } = dataset;
      const isTold = typeof value === "object" && value !== null && TELLING.some((name) => name in value);
      return (isTold ? told : other)["~run"](dataset, config) as ReturnType<S["~run"]>;
    },
  };
  return schema as unknown as v.GenericSchema<unknown, CandidateGenerator>;
}
