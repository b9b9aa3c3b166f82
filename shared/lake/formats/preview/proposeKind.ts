import { AMINO_ACIDS } from "#shared/domain/aminoAcids.ts";
import { normalizeSequence } from "#shared/lake/formats/readSequence.ts";
import { exceptionReason } from "./proposeType.ts";

/** Kind of sequences, as a column states it. */
export type ProposedKind = "AMINO_ACIDS" | "ALIGNED" | "DNA" | "RNA" | "NONE";

/** Maximum share of sequences with another letter: they are mistakes, which loading the file names. */
const MAX_MISTAKEN_SHARE = 0.02;
const MIN_LENGTH = 8;
/** Share of the texts from which on it is said why the column holds no sequences. */
const REASON_SHARE = 0.5;
const MIN_NUCLEOTIDES = 12;
const DNA = /^[ACGTN]+$/;
const RNA = /^[ACGUN]+$/;
const PROTEIN = new RegExp(`^[${AMINO_ACIDS}]+$`);
const ALIGNED = new RegExp(`^[${AMINO_ACIDS}${AMINO_ACIDS.toLowerCase()}.-]+$`);

/**
 * Proposes the kind of sequences from the texts of a column: `NONE` if it is called as a sequence and holds something
 * else, undefined if it holds no sequences. One text in fifty, or one of at least three, may be none.
 */
export function proposeKind(name: string, texts: readonly string[]): ProposedKind | undefined {
  const isNamed = name === "sequence" || name.endsWith("_sequence");
  if (texts.length === 0) return undefined;
  const shortest = texts.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
  const mistakes = Math.max(texts.length >= 3 ? 1 : 0, Math.floor(texts.length * MAX_MISTAKEN_SHARE));
  const holds = (alphabet: RegExp, most = 0) => isHeld(texts, alphabet, most);
  if (shortest >= MIN_NUCLEOTIDES && holds(DNA)) return "DNA";
  if (shortest >= MIN_NUCLEOTIDES && holds(RNA)) return "RNA";
  const isLong = shortest >= MIN_LENGTH;
  if ((isNamed || isLong) && holds(PROTEIN)) return "AMINO_ACIDS";
  const hasGaps = texts.some((text) => /[.-]/.test(text));
  if (hasGaps && isLong && holds(ALIGNED)) return "ALIGNED";
  if ((isNamed || isLong) && holds(PROTEIN, mistakes)) return "AMINO_ACIDS";
  // In lower case or with a stop at their end, they are sequences once a load normalizes them.
  const isMostly = isNamed || (isLong && isHeld(texts, PROTEIN, texts.length / 2));
  const normalized = texts.map((text) => normalizeSequence(text, { alphabet: AMINO_ACIDS }));
  if (isNamed && shortest >= MIN_NUCLEOTIDES && isHeld(normalized, DNA, 0)) return "DNA";
  if (isNamed && shortest >= MIN_NUCLEOTIDES && isHeld(normalized, RNA, 0)) return "RNA";
  if (isMostly && isHeld(normalized, PROTEIN, mistakes)) return "AMINO_ACIDS";
  return isNamed ? "NONE" : undefined;
}

/** Returns why the texts of a column are no sequences although most are; undefined if most are not. */
export function reasonForNoSequences(texts: readonly string[]): string | undefined {
  const others = texts.filter((text) => !PROTEIN.test(text));
  const isMostly = texts.length - others.length >= REASON_SHARE * texts.length;
  const isLong = texts.every((text) => text.length >= MIN_LENGTH);
  if (others.length === 0 || !isMostly || !isLong) return undefined;
  return exceptionReason(others, "is not a sequence of amino acids", "are not sequences of amino acids");
}

/** Tells whether all texts but at most some are written in an alphabet. */
function isHeld(texts: readonly string[], alphabet: RegExp, mostOthers: number): boolean {
  let others = 0;
  for (const text of texts) {
    if (!alphabet.test(text) && ++others > mostOthers) return false;
  }
  return true;
}
