import { AMINO_ACIDS } from "./aminoAcids.ts";

/**
 * Syntax of a motif: letters, groups, classes, alternatives and repetitions. No two alternatives can start with the same
 * character.
 */
const MOTIF = new RegExp(
  `^(?:[${AMINO_ACIDS}.|()*+?]|\\(\\?:|\\[\\^?[${AMINO_ACIDS}-]+\\]|\\{\\d{1,3}(?:,\\d{0,3})?\\})+$`,
);

export const MAX_MOTIF_LENGTH = 100;

/**
 * Returns whether a string contains only characters that are allowed in motifs. Whether it is a complete expression is only
 * known once it is compiled.
 */
export function isMotif(text: string): boolean {
  return text.length <= MAX_MOTIF_LENGTH && MOTIF.test(text) && hasClosedGroups(text);
}

function hasClosedGroups(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** Tells whether a motif is a regular expression rather than plain letters. */
export function isPattern(motif: string): boolean {
  return [...motif].some((letter) => !AMINO_ACIDS.includes(letter));
}
