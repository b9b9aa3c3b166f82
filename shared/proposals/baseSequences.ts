import { trimText } from "@pdp/formats/proteins";

const NAMED_AS_BASES =
  /(?:^|_)(?:c?dna|cds|orfs?|codons?|nt|nucleotides?|bases|primers?|oligos?|m?rna|s?grna)(?:_|$|\d)/;
const DNA = /^[ACGTRYSWKMBDHVN]+$/;
const RNA = /^[ACGURYSWKMBDHVN]+$/;
const NOT_BASES = /[^ACGTUN]/g;
/**
 * Share of the letters A, C, G, T, U and N above which a string is assumed to contain bases; in proteins, the share is about a
 * quarter.
 */
const MIN_BASE_SHARE = 0.95;
const MIN_LENGTH = 8;
/** Length above which peptides that only contain these residues are unlikely, in letters. */
const MIN_LETTERS = 24;

/** Tells whether a string may be a DNA or RNA sequence, in upper or lower case. */
export function isOfBases(text: string): boolean {
  const read = trimText(text).toUpperCase();
  return DNA.test(read) || RNA.test(read);
}

/** Tells whether a column's name refers to DNA or RNA. */
export function isNamedAsBases(name: string): boolean {
  return NAMED_AS_BASES.test(name.toLowerCase());
}

/** Tells whether strings are DNA or RNA sequences, apart from a few mistakes; undefined if they are not. */
export function holdsBases(
  name: string,
  texts: readonly string[],
  mostMistakes: number,
): "DNA" | "RNA" | undefined {
  const isNamed = isNamedAsBases(name);
  const read = texts.map((text) => trimText(text).toUpperCase());
  const isSequence = isNamed || name === "sequence" || name.endsWith("_sequence");
  // Other lower-case strings may be words.
  if (!isSequence && read.some((text, index) => text !== texts[index])) return undefined;
  const letters = read.reduce((sum, { length }) => sum + length, 0);
  const isLong = letters >= MIN_LETTERS && read.every(({ length }) => length >= MIN_LENGTH);
  if (letters === 0 || !(isNamed || isLong)) return undefined;
  const others = read.reduce((sum, text) => sum + (text.match(NOT_BASES)?.length ?? 0), 0);
  if (!isNamed && others > (1 - MIN_BASE_SHARE) * letters) return undefined;
  const isHeld = (alphabet: RegExp) => read.filter((text) => !alphabet.test(text)).length <= mostMistakes;
  if (isHeld(DNA)) return "DNA";
  return isHeld(RNA) ? "RNA" : undefined;
}
