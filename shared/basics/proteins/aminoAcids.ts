/** The 20 canonical amino acids, in alphabetical order of their one-letter codes. */
export const AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY";

const CANONICAL = new RegExp(`^[${AMINO_ACIDS}]+$`);

/** Returns whether a string consists of one or more capital letters of canonical amino acids. */
export function isProtein(text: string): boolean {
  return CANONICAL.test(text);
}
