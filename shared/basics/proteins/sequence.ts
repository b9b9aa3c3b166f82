import * as v from "valibot";
import { AMINO_ACIDS, isProtein } from "#shared/basics/proteins/aminoAcids.ts";

export const MAX_SEQUENCE_LENGTH = 2_000;

function foreignLetter(sequence: string): string {
  const at = [...sequence].findIndex((letter) => !isProtein(letter));
  const found = `${JSON.stringify([...sequence][at])} at position ${at + 1}`;
  return `A sequence may contain only the letters of the canonical amino acids, ${AMINO_ACIDS}; this sequence contains ${found}`;
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

export const Monomer = v.object({ monomer: Sequence });
