/** Classes of residues in a logo, with their one-letter codes and their colors. */
const CLASSES = [
  { name: "aliphatic", letters: "AVILMC", color: "var(--category-1)" },
  { name: "small, turn", letters: "GP", color: "var(--category-2)" },
  { name: "basic", letters: "KRH", color: "var(--category-3)" },
  { name: "acidic", letters: "DE", color: "var(--category-4)" },
  { name: "polar", letters: "STNQ", color: "var(--category-5)" },
  { name: "aromatic", letters: "FWY", color: "var(--category-6)" },
] as const;

/** Residues of the template, and deletions, stay in the background. */
const TEMPLATE = {
  name: "unchanged",
  color: "color-mix(in srgb, var(--category-7) 40%, var(--surface))",
};
const DELETION = { name: "deleted", color: "var(--control)" };

/** Names of the classes, and their colors in the same order. */
export const RESIDUE_CLASSES = [...CLASSES, TEMPLATE, DELETION].map(({ name }) => name);
export const RESIDUE_COLORS = [...CLASSES, TEMPLATE, DELETION].map(({ color }) => color);

/** Returns the class of a residue that a design has at a site. */
export function residueClass({ letter, isTemplate }: { letter: string; isTemplate: boolean }): string {
  if (isTemplate) return TEMPLATE.name;
  return CLASSES.find(({ letters }) => letters.includes(letter))?.name ?? DELETION.name;
}
