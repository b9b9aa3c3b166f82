import { AMINO_ACIDS, CHAIN_BREAK } from "@pdp/basics/proteins";

/** Returns a template and all its variants with one substitution, by position and letter. */
export function singleSubstitutions(template: string): string[] {
  const variants = [template];
  for (const [position, letter] of [...template].entries()) {
    if (letter === CHAIN_BREAK) continue;
    const [before, after] = [template.slice(0, position), template.slice(position + 1)];
    for (const other of AMINO_ACIDS) if (other !== letter) variants.push(before + other + after);
  }
  return variants;
}
