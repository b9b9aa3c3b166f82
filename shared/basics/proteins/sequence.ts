import * as v from "valibot";
import { AMINO_ACIDS, isProtein } from "./aminoAcids.ts";
import { joinChains } from "./chains.ts";

export const MAX_SEQUENCE_LENGTH = 2_000;

function foreignLetter(sequence: string): string {
  const at = [...sequence].findIndex((letter) => !isProtein(letter));
  const location = `${JSON.stringify([...sequence][at])} at position ${at + 1}`;
  return `A sequence may contain only the letters of the canonical amino acids, ${AMINO_ACIDS}; this sequence contains ${location}`;
}

/** Template sequence used in the examples: a wild type, shortened for readability. */
export const EXAMPLE_MONOMER = "MNFPRASRLMQAAVLGGLMAVSAAATAQTNPYARGPNPTAASLEASAGPFTVRSFTVSRPSGYGAGTVYYPTNAG";

/** Protein sequence: capital letters of the 20 canonical amino acids. */
export const Sequence = v.pipe(
  v.string(),
  v.minLength(1, "A sequence must have at least 1 residue"),
  v.maxLength(MAX_SEQUENCE_LENGTH, `A sequence must have at most ${MAX_SEQUENCE_LENGTH} residues`),
  v.check(
    (sequence) => isProtein(sequence),
    ({ input }) => foreignLetter(input),
  ),
  v.metadata({
    jsonSchema: {
      type: "string",
      pattern: `^[${AMINO_ACIDS}]+$`,
      minLength: 1,
      maxLength: MAX_SEQUENCE_LENGTH,
      examples: [EXAMPLE_MONOMER],
    },
  }),
);

const Monomer = v.object({ monomer: Sequence });

const OptionalChain = v.optional(v.nullable(Sequence));
const Pair = v.pipe(
  v.object({
    vh: v.pipe(OptionalChain, v.description("Variable domain of the heavy chain; null if there is none")),
    vl: v.pipe(OptionalChain, v.description("Variable domain of the light chain; null if there is none")),
  }),
  v.check(({ vh, vl }) => vh != null || vl != null, "At least one of vh and vl must be a sequence"),
  v.check(
    ({ vh, vl }) => joinChains(vh, vl).length <= MAX_SEQUENCE_LENGTH,
    `Two chains must have fewer than ${MAX_SEQUENCE_LENGTH} residues together`,
  ),
  v.transform(({ vh, vl }): Assembly => ({ vh: vh ?? null, vl: vl ?? null, monomer: joinChains(vh, vl) })),
);

/** Sequences of a protein. `monomer` is its only chain or, for two chains, both of them joined: see `chains.ts`. */
export interface Assembly {
  monomer: string;
  vh?: string | null;
  vl?: string | null;
}

/** Schema of `{monomer}` or `{vh, vl}`. A field distinguishes them, so that errors refer to the correct form. */
export const Assembly = byChains(v.union([Monomer, Pair]));

function byChains(union: v.GenericSchema<unknown, Assembly>): v.GenericSchema<unknown, Assembly> {
  return {
    ...union,
    "~run": (dataset, config) => {
      const { value } = dataset;
      const form: v.GenericSchema<unknown, Assembly> = hasTwoChains(value) ? Pair : Monomer;
      return form["~run"](dataset, config);
    },
  };
}

/** Tells whether an unchecked assembly or reference has the fields of two chains. */
function hasTwoChains(value: unknown): boolean {
  return typeof value === "object" && value !== null && ("vh" in value || "vl" in value);
}
