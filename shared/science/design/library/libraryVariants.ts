import type { DegenerateSite } from "./chooseLibraries.ts";

/** Proteins of a library. */
export interface LibraryVariants {
  sequences: Uint8Array[];
  /** Share of the clones with each protein; clones with a stop have none, so the sum may be below 1. */
  shares: Float64Array;
  /** Number of combinations of codons. */
  size: number;
}

/** Lists the proteins that the codons of a library combine to, without those that a stop ends. */
export function libraryVariants(template: Uint8Array, sites: readonly DegenerateSite[]): LibraryVariants {
  let variants: { sequence: Uint8Array; share: number }[] = [{ sequence: template, share: 1 }];
  for (const { position, codon } of sites) {
    const residues = codon.counts.flatMap((count, residue) => (count > 0 ? [{ residue, count }] : []));
    variants = variants.flatMap(({ sequence, share }) =>
      residues.map(({ residue, count }) => {
        const variant = sequence.slice();
        variant[position] = residue;
        return { sequence: variant, share: (share * count) / codon.size };
      }),
    );
  }
  return {
    sequences: variants.map(({ sequence }) => sequence),
    shares: Float64Array.from(variants, ({ share }) => share),
    size: sites.reduce((size, { codon }) => size * codon.size, 1),
  };
}
