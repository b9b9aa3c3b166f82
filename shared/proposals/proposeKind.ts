import { AMINO_ACIDS } from "@pdp/basics/proteins";
import { normalizeSequence } from "@pdp/formats/proteins";
import { holdsBases, isNamedAsBases, isOfBases } from "./baseSequences.ts";
import { namedException, shownValue } from "./shownValue.ts";

/** Sequence kind, as stated by a column. */
export type ProposedKind = "AMINO_ACIDS" | "ALIGNED" | "DNA" | "RNA" | "NONE";

/** Maximum share of sequences with an invalid letter that count as mistakes, which the load will report. */
const MAX_MISTAKEN_SHARE = 0.02;
const MIN_LENGTH = 8;
/** Share of strings that look like sequences above which a note explains why the column does not contain sequences. */
const REASON_SHARE = 0.5;
const PROTEIN = new RegExp(`^[${AMINO_ACIDS}]+$`);
const ALIGNED = new RegExp(`^[${AMINO_ACIDS}${AMINO_ACIDS.toLowerCase()}.-]+$`);
const NO_PROTEIN = ["is not an amino acid sequence", "are not amino acid sequences"] as const;
const NO_BASES = ["is not a sequence of bases", "are not sequences of bases"] as const;

/**
 * Proposes the sequence kind for the strings in a column: `NONE` if it has the name of a sequence column but other contents,
 * undefined if it does not contain sequences. One string in fifty, or one if there are at least three, may be an exception.
 */
export function proposeKind(name: string, texts: readonly string[]): ProposedKind | undefined {
  const isNamed = isNamedAsSequence(name);
  if (texts.length === 0) return undefined;
  const shortest = texts.reduce((minimum, { length }) => Math.min(minimum, length), Number.POSITIVE_INFINITY);
  const mistakes = Math.max(texts.length >= 3 ? 1 : 0, Math.floor(texts.length * MAX_MISTAKEN_SHARE));
  const holds = (alphabet: RegExp, maxMistakes = 0) => isHeld(texts, alphabet, maxMistakes);
  const bases = holdsBases(name, texts, mistakes);
  if (bases !== undefined) return bases;
  // A column named DNA with other contents is not a protein column either.
  if (isNamedAsBases(name)) return isNamed ? "NONE" : undefined;
  const isLong = shortest >= MIN_LENGTH;
  // A translation with stops inside is not a mistake in a sequence.
  if (!isNamed && texts.some(hasStopsInside)) return undefined;
  if ((isNamed || isLong) && holds(PROTEIN)) return "AMINO_ACIDS";
  const hasGaps = texts.some((text) => /[.-]/.test(text));
  if (hasGaps && isLong && holds(ALIGNED)) return "ALIGNED";
  if ((isNamed || isLong) && holds(PROTEIN, mistakes)) return "AMINO_ACIDS";
  // Lower-case sequences, or sequences with a trailing stop, become valid when a load normalizes them.
  const isMostly = isNamed || (isLong && isHeld(texts, PROTEIN, texts.length / 2));
  if (isMostly && isHeld(texts.map(normalized), PROTEIN, mistakes)) return "AMINO_ACIDS";
  return isNamed ? "NONE" : undefined;
}

/** Returns the kind of aligned sequences: `NONE` if one contains a letter that is not allowed in aligned proteins. */
export function kindOfAligned(texts: readonly string[]): "ALIGNED" | "NONE" {
  return isHeld(texts, ALIGNED, 0) ? "ALIGNED" : "NONE";
}

/** Returns why a column that mostly contains sequences is not a sequence column; undefined for other columns. */
export function reasonForNoSequences(texts: readonly string[]): string | undefined {
  const others = texts.filter((text) => !PROTEIN.test(text));
  const spaced = texts.find((text) => /\s/.test(text));
  const joined = texts.map((text) => text.replace(/\s/g, ""));
  if (spaced !== undefined && joined.every((text) => text.length >= MIN_LENGTH && PROTEIN.test(text)))
    return `text, because sequences contain spaces, such as ${shownValue(spaced)}; to get a sequence column, remove the spaces from the file`;
  const isMostly = texts.length - others.length >= REASON_SHARE * texts.length;
  const isLong = texts.every((text) => text.length >= MIN_LENGTH);
  if (others.length === 0 || !isMostly || !isLong) return undefined;
  return `text, because ${namedException(others, ...NO_PROTEIN)}`;
}

/** States that the sequences in a column of kind NONE are not checked, and why. */
export function reasonForNoCheck(name: string, texts: readonly string[]): string {
  const ofBases = isNamedAsBases(name);
  const others = texts.filter((text) => !(ofBases ? isOfBases(text) : PROTEIN.test(normalized(text))));
  const [isNot, areNot] = ofBases ? NO_BASES : NO_PROTEIN;
  const exception = namedException(others, isNot, areNot);
  return `text with unchecked letters (kind NONE), because ${exception}`;
}

function isNamedAsSequence(name: string): boolean {
  return name === "sequence" || name.endsWith("_sequence");
}

/** Tells whether a text is a protein with stops before its end. */
function hasStopsInside(text: string): boolean {
  const at = text.indexOf("*");
  return at >= 0 && at < text.length - 1 && PROTEIN.test(text.replace(/[*-]/g, ""));
}

function normalized(text: string): string {
  return normalizeSequence(text, { alphabet: AMINO_ACIDS });
}

/** Tells whether all but a given number of strings are written in an alphabet. */
function isHeld(texts: readonly string[], alphabet: RegExp, mostOthers: number): boolean {
  let others = 0;
  for (const text of texts) {
    if (!alphabet.test(text) && ++others > mostOthers) return false;
  }
  return true;
}
