import { formatCount } from "../wording/wording.ts";
import type { Mutated } from "./applyMutations.ts";
import { MAX_SEQUENCE_LENGTH } from "./sequence.ts";

/** Amino acids of the standard genetic code, in the order TTT, TTC, TTA, …, GGG. */
const STANDARD_CODE = "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG";
const BASES = "TCAG";
const CODON_LENGTH = 3;
const CODING = /^[ACGTUN]+$/i;
/** Minimum number of bases that distinguishes a coding sequence from a word. */
const MIN_BASES = 24;
/** Minimum share of the reference that a translation must have in common with it. */
const MIN_COMMON_SHARE = 0.5;
const STOP = "*";
const UNKNOWN = "X";

export const REFERENCE_IS_DNA = "The reference is DNA; provide the protein for which it codes";

/** Tells whether a text is a coding DNA or RNA sequence, and not a protein or mutations. */
export function isCodingSequence(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length >= MIN_BASES && CODING.test(trimmed);
}

/** Translates DNA or RNA with the standard code; incomplete codons at the end are ignored, and unknown ones are X. */
export function translate(bases: string): string {
  const dna = bases.toUpperCase().replaceAll("U", "T");
  const residues: string[] = [];
  for (let at = 0; at + CODON_LENGTH <= dna.length; at += CODON_LENGTH) {
    const [first, second, third] = [0, 1, 2].map((offset) => BASES.indexOf(dna[at + offset] as string));
    const isKnown = Math.min(first as number, second as number, third as number) >= 0;
    const codon = 16 * (first as number) + 4 * (second as number) + (third as number);
    residues.push(isKnown ? (STANDARD_CODE[codon] as string) : UNKNOWN);
  }
  return residues.join("");
}

/** Translates the coding sequence of a variant in the frame in which it has the most in common with the reference. */
export function translateVariant(text: string, reference: string): Mutated {
  const bases = text.trim();
  if (bases.length > CODON_LENGTH * (MAX_SEQUENCE_LENGTH + 1) + CODON_LENGTH - 1)
    return { reason: `is DNA of more than ${formatCount(MAX_SEQUENCE_LENGTH, "codon")}` };
  const frames = Array.from({ length: CODON_LENGTH }, (_, frame) => translate(bases.slice(frame)));
  const common = frames.map((protein) => commonResidues(protein, reference));
  const maxCommon = Math.max(...common);
  const translation = frames[common.indexOf(maxCommon)] as string;
  if (maxCommon < MIN_COMMON_SHARE * Math.min(reference.length, translation.length) || maxCommon === 0)
    return {
      reason:
        "is DNA that does not code for the reference in any frame; provide the protein for which it codes",
    };
  const protein = translation.endsWith(STOP) ? translation.slice(0, -1) : translation;
  if (protein.includes(STOP)) return { truncation: "STOP", code: `stop codon ${protein.indexOf(STOP) + 1}` };
  if (protein.includes(UNKNOWN)) {
    const codon = protein.indexOf(UNKNOWN) + 1;
    return {
      reason: `is DNA whose codon ${codon} has an unknown base; replace N by the base, or exclude the row`,
    };
  }
  return { sequence: protein };
}

/** Counts the residues that two proteins have in common at the same distance from their starts or from their ends. */
function commonResidues(protein: string, reference: string): number {
  const length = Math.min(protein.length, reference.length);
  const end = protein.endsWith(STOP) ? protein.length - 1 : protein.length;
  let [fromStart, fromEnd] = [0, 0];
  for (let at = 0; at < length; at++) {
    if (protein[at] === reference[at]) fromStart++;
    if (protein[end - 1 - at] === reference[reference.length - 1 - at]) fromEnd++;
  }
  return Math.max(fromStart, fromEnd);
}
