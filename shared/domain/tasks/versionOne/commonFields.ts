import * as v from "valibot";
import { AMINO_ACIDS } from "#shared/basics/proteins/aminoAcids.ts";
import { MAX_SEQUENCE_LENGTH, Sequence } from "#shared/basics/proteins/sequence.ts";
import { boundedArray } from "#shared/basics/schemas/boundedFields.ts";
import { optional, text } from "#shared/basics/schemas/textFields.ts";
import { Measure } from "../assay.ts";
import { MAX_DESIGNS } from "../designParameters.ts";
import { MAX_RANGES, Motif, Range, Ranges } from "../generatorParameters.ts";
import { finite, whole } from "../parameterFields.ts";

/** Fields shared by the parameters of tasks of version 1. */

const MAX_BLOCKED = 100;

/** Schema of a field that version 2 has no counterpart for: only a value that means nothing is accepted. */
export function withoutCounterpart(name: string) {
  return v.pipe(
    optional(
      v.custom<null | false | never[]>(
        (value) => value === null || value === false || (Array.isArray(value) && value.length === 0),
        `${name} has no counterpart in version 2: omit it`,
      ),
    ),
    v.metadata({ jsonSchema: { anyOf: [{ type: "array", maxItems: 0 }, { type: "null" }] } }),
    v.description("Has no counterpart in version 2; must be omitted, null or empty"),
  );
}

export const ProteinModelType = v.pipe(
  optional(v.literal("MONOMER")),
  v.description("Only MONOMER: a single chain"),
  v.examples(["MONOMER"]),
);

const StatedRanges = v.pipe(
  optional(
    v.union(
      [boundedArray(Range, MAX_RANGES), Ranges],
      "Input should be a list of ranges [start, end), or null for the whole sequence",
    ),
  ),
  v.description("Positions: ranges [start, end), zero-based, end exclusive. Null for the whole sequence"),
  v.examples([[[10, 20]]]),
);
export type StatedRanges = v.InferOutput<typeof StatedRanges>;

const Letters = v.pipe(
  v.string(),
  v.regex(new RegExp(`^[${AMINO_ACIDS}]+$`), "Input should be amino acid letters"),
  v.examples(["CM"]),
);
const BlockedLetters = v.object({
  blocked_aas: v.pipe(
    v.union([Letters, boundedArray(Letters, AMINO_ACIDS.length)], "Input should be amino acid letters"),
    v.description("Letters that no mutation may introduce there"),
  ),
  ranges: StatedRanges,
});
const BlockedMotif = v.object({ blocked_motif: Motif, ranges: StatedRanges });

/** Template, with the limits that apply if it states none. */
export const templateFields = (maxMutations: number) => ({
  template_id: v.pipe(text(1, 128), v.examples(["wild-type"])),
  sequence: Sequence,
  num_results: v.pipe(whole(1, MAX_DESIGNS), v.description("Number of designs")),
  min_mutations: v.optional(v.nullable(whole(0, MAX_SEQUENCE_LENGTH)), 1),
  max_mutations: v.optional(v.nullable(whole(1, MAX_SEQUENCE_LENGTH)), maxMutations),
  blocked_aas: v.optional(v.nullable(boundedArray(BlockedLetters, MAX_BLOCKED)), []),
  blocked_motifs: v.optional(v.nullable(boundedArray(BlockedMotif, MAX_BLOCKED)), []),
});

/** Regular expressions for a whole sequence. */
export const Expressions = v.optional(v.nullable(boundedArray(Motif, MAX_BLOCKED)), []);

const constraint = (kind: "ABSOLUTE_CONSTRAINT" | "RELATIVE_CONSTRAINT") => ({
  type: v.pipe(optional(v.literal(kind)), v.description("Same as `kind`; one of them is required")),
  kind: optional(v.literal(kind)),
  ...Measure.entries,
});
const AbsoluteConstraint = v.object({ ...constraint("ABSOLUTE_CONSTRAINT"), threshold: finite });
const RelativeConstraint = v.object({
  ...constraint("RELATIVE_CONSTRAINT"),
  relative_to: v.pipe(
    Sequence,
    v.description("Sequence whose value a design must reach: at least for MAXIMIZE, at most for MINIMIZE"),
  ),
});

const Constraint = v.pipe(
  v.union(
    [AbsoluteConstraint, RelativeConstraint],
    "Input should be an ABSOLUTE_CONSTRAINT with `threshold`, or a RELATIVE_CONSTRAINT with `relative_to`",
  ),
  v.check(({ type, kind }) => type !== null || kind !== null, "Specify the `type` of the constraint"),
);
export type ConstraintV1 = v.InferOutput<typeof Constraint>;

const MAX_CONSTRAINTS = 50;
export const ConstraintsV1 = v.optional(v.nullable(boundedArray(Constraint, MAX_CONSTRAINTS)), []);
