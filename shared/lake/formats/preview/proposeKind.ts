import { AMINO_ACIDS } from "#shared/domain/aminoAcids.ts";

/** Kind of sequences, as a column states it. */
export type ProposedKind = "AMINO_ACIDS" | "ALIGNED" | "DNA" | "RNA" | "NONE";

const MIN_LENGTH = 8;
const MIN_NUCLEOTIDES = 12;
const DNA = /^[ACGTN]+$/;
const RNA = /^[ACGUN]+$/;
const PROTEIN = new RegExp(`^[${AMINO_ACIDS}]+$`);
const ALIGNED = new RegExp(`^[${AMINO_ACIDS}${AMINO_ACIDS.toLowerCase()}.-]+$`);

/**
 * Proposes the kind of sequences from the texts of a column: `NONE` if it is called as a sequence and holds something
 * else, undefined if it holds no sequences.
 */
export function proposeKind(name: string, texts: readonly string[]): ProposedKind | undefined {
  const isNamed = name === "sequence" || name.endsWith("_sequence");
  if (texts.length === 0) return undefined;
  const shortest = texts.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
  const holds = (alphabet: RegExp) => texts.every((text) => alphabet.test(text));
  if (shortest >= MIN_NUCLEOTIDES && holds(DNA)) return "DNA";
  if (shortest >= MIN_NUCLEOTIDES && holds(RNA)) return "RNA";
  if ((isNamed || shortest >= MIN_LENGTH) && holds(PROTEIN)) return "AMINO_ACIDS";
  const hasGaps = texts.some((text) => /[.-]/.test(text));
  if (hasGaps && shortest >= MIN_LENGTH && holds(ALIGNED)) return "ALIGNED";
  return isNamed ? "NONE" : undefined;
}
