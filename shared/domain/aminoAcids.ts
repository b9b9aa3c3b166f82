/** The 20 canonical amino acids, in alphabetical order of their letters. */
export const AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY";

const CANONICAL = new RegExp(`^[${AMINO_ACIDS}]+$`);

/** Tells whether a text consists of capital letters of the canonical amino acids, and of at least one. */
export function isProtein(text: string): boolean {
  return CANONICAL.test(text);
}
