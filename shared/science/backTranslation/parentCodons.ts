import { singleGap, translate } from "@pdp/basics/proteins";

/** Codons of a parent's residues, or why its DNA cannot be used. */
export type ParentCodons = { codons: readonly string[] } | { problem: string };

/** Reads the coding sequence of a parent; a stop codon at its end is ignored. */
export function parentCodons(parent: string, dna: string): ParentCodons {
  const bases = dna.toUpperCase().replaceAll("U", "T").replaceAll(/\s/g, "");
  const foreign = [...bases].findIndex((base) => !"ACGT".includes(base));
  if (foreign >= 0)
    return {
      problem: `The parent's DNA has ${JSON.stringify(bases[foreign])} at base ${foreign + 1}. Use only A, C, G and T.`,
    };
  const translation = translate(bases).replace(/\*$/, "");
  if (bases.length % 3 !== 0 || translation.length !== parent.length)
    return {
      problem: `The parent's DNA has ${bases.length} bases, but its protein needs ${3 * parent.length}, with or without a stop codon. Provide the complete coding sequence.`,
    };
  const at = [...parent].findIndex((residue, index) => translation[index] !== residue);
  if (at >= 0)
    return {
      problem: `Codon ${at + 1} of the parent's DNA codes for ${translation[at]}, but residue ${at + 1} of the parent is ${parent[at]}. Provide the DNA of this parent.`,
    };
  return { codons: Array.from(parent, (_, index) => bases.slice(3 * index, 3 * index + 3)) };
}

/** Returns the parent's codon for each residue of a variant that is not mutated; null for mutated and inserted residues. */
export function keptCodons(
  parent: string,
  codons: readonly (string | null)[],
  variant: string,
): (string | null)[] {
  const { cut } = singleGap(parent, variant);
  const shift = variant.length - parent.length;
  return Array.from(variant, (residue, at) => {
    if (at >= cut && at < cut + shift) return null;
    const source = at < cut ? at : at - shift;
    return parent[source] === residue ? (codons[source] ?? null) : null;
  });
}
