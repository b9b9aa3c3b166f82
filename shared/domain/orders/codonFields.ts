import { MAX_SEQUENCE_LENGTH } from "@pdp/basics/proteins";
import {
  type BrokenRule,
  boundedArray,
  boundedRecord,
  givenTogether,
  noneGiven,
  optional,
  text,
} from "@pdp/basics/schemas";
import { degenerateCodon, HOSTS } from "@pdp/science/dna";
import * as v from "valibot";
import { Dataset } from "#shared/domain/tasks/dataSources.ts";
import { MAX_LIBRARY_POSITIONS } from "#shared/domain/tasks/libraryParameters.ts";

const MAX_AVOIDED = 50;

export const integer = (from: number, to: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(from), v.maxValue(to));

/** Schema of DNA in capital letters. */
export const bases = (max: number, description: string, example: string) =>
  v.pipe(
    v.string(),
    v.maxLength(max),
    v.regex(/^[ACGT]*$/, "Input should contain only the capital letters A, C, G and T"),
    v.description(description),
    v.examples([example]),
  );

const LibrarySite = v.object({
  position: v.pipe(
    integer(1, MAX_SEQUENCE_LENGTH),
    v.description("Residue of the parent, starting at 1"),
    v.examples([39]),
  ),
  codons: v.pipe(
    text(3, 3),
    v.description("Degenerate codon in IUPAC letters, or `22C` for the mixture of NDT, VHG and TGG"),
    v.examples(["NNK"]),
  ),
});

/** Fields that state which codons DNA may have. */
export const codonFields = {
  host: v.pipe(
    v.optional(v.nullable(v.picklist(HOSTS)), null),
    v.description(
      "Host whose codon usage is used; alternatively, provide `codon_table` or `coding_sequences`",
    ),
  ),
  codon_table: v.pipe(
    optional(
      boundedRecord(text(3, 3), v.pipe(v.number(), v.minValue(0)), 64, "A table has at most 64 codons"),
    ),
    v.description(
      "Count or frequency of each codon, for any other host. Every amino acid and the stop need at least one codon",
    ),
  ),
  coding_sequences: v.pipe(
    optional(Dataset),
    v.description(
      "Coding sequences of any other host, such as an imported FASTA file of its genes: rows with `sequence`, whose codons are counted",
    ),
  ),
  avoid: v.pipe(
    v.optional(boundedArray(text(1, 40), MAX_AVOIDED), []),
    v.description(
      "Restriction enzymes by name, or sequences in IUPAC letters of at most 30 bases, on both strands",
    ),
    v.examples([["BsaI", "NdeI"]]),
  ),
  library: v.pipe(
    optional(v.pipe(boundedArray(LibrarySite, MAX_LIBRARY_POSITIONS), v.minLength(1))),
    v.description(
      "Degenerate codons at positions of the parent, such as a row of the table `library` of a task. The parent with these codons is also written",
    ),
  ),
};

/** Objects that do not state exactly one source of codon usage. */
export const CODON_SOURCES = [
  givenTogether("host", "codon_table"),
  givenTogether("host", "coding_sequences"),
  givenTogether("codon_table", "coding_sequences"),
  noneGiven("host", "codon_table", "coding_sequences"),
];

const fields = v.object(codonFields);
export type CodonRequest = v.InferOutput<typeof fields>;

export function codonRules({ host, codon_table, coding_sequences, library }: CodonRequest): BrokenRule[] {
  const broken: BrokenRule[] = [];
  if ([host, codon_table, coding_sequences].filter((source) => source !== null).length !== 1)
    broken.push({
      path: ["host"],
      message: "State one of `host`, `codon_table` and `coding_sequences`",
    });
  const sites = library ?? [];
  for (const [index, { position, codons }] of sites.entries()) {
    const path = ["library", index];
    if (degenerateCodon(codons) === null)
      broken.push({
        path: [...path, "codons"],
        message: `"${codons}" is not a degenerate codon. Use three IUPAC letters such as NNK, or 22C`,
      });
    if (sites.findIndex((site) => site.position === position) !== index)
      broken.push({
        path: [...path, "position"],
        message: `Position ${position} already has a codon. State each position once`,
      });
  }
  return broken;
}
