import { AMINO_ACIDS, MAX_SEQUENCE_LENGTH, Sequence } from "@pdp/basics/proteins";
import { boundedArray, optional, text } from "@pdp/basics/schemas";
import * as v from "valibot";
import { MAX_RANGES, Motif, Range, Ranges } from "../generatorParameters.ts";
import { MAX_DESIGNS } from "../numDesigns.ts";
import { whole } from "../parameterFields.ts";

/** Templates of tasks of version 1. */

const MAX_BLOCKED = 100;

const StatedRanges = v.pipe(
  optional(
    v.union(
      [boundedArray(Range, MAX_RANGES), Ranges],
      "Input should be a list of ranges [start, end), or null for the whole sequence",
    ),
  ),
  // Client generators cannot compile a union of a list and an object with any names, so only the list is documented.
  v.metadata({
    jsonSchema: {
      type: ["array", "null"],
      items: { type: "array", items: { type: "integer" }, minItems: 2, maxItems: 2 },
      maxItems: MAX_RANGES,
    },
  }),
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
const templateFields = (maxMutations: number) => ({
  template_id: v.pipe(text(1, 128), v.examples(["wild-type"])),
  sequence: Sequence,
  num_results: v.pipe(whole(1, MAX_DESIGNS), v.description("Number of designs")),
  min_mutations: v.nullish(whole(0, MAX_SEQUENCE_LENGTH), 1),
  max_mutations: v.nullish(whole(1, MAX_SEQUENCE_LENGTH), maxMutations),
  blocked_aas: v.nullish(boundedArray(BlockedLetters, MAX_BLOCKED), []),
  blocked_motifs: v.nullish(boundedArray(BlockedMotif, MAX_BLOCKED), []),
});

/** Regular expressions for a whole sequence. */
const Expressions = v.nullish(boundedArray(Motif, MAX_BLOCKED), []);

export const DiversifyTemplate = v.object(templateFields(4));
const HIT_REDUNDANCY = 10;
export const Redundancy = v.nullish(whole(0, MAX_DESIGNS), HIT_REDUNDANCY);

export const EngineerTemplate = v.object({
  ...templateFields(8),
  hit_redundancy: Redundancy,
  blocked_regexps: v.pipe(Expressions, v.description("Regular expressions that no design may match")),
  must_match_regexps: v.pipe(Expressions, v.description("Regular expressions that every design must match")),
});
export type TemplateV1 = v.InferOutput<typeof DiversifyTemplate> &
  Partial<Pick<v.InferOutput<typeof EngineerTemplate>, "blocked_regexps" | "must_match_regexps">>;
