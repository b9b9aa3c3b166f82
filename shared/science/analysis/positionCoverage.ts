import { AMINO_ACID_COUNT } from "../sequences/aminoAcids.ts";
import type { Variants } from "./variants.ts";

/** Counts for each position of the reference. */
export interface PositionCoverage {
  /** Number of distinct sequences with a change at each position. */
  variants: Uint32Array;
  /** Number of distinct amino acids other than the reference's, at most 19. */
  aminoAcids: Uint8Array;
  /** Number of positions that are changed in at least one sequence. */
  touched: number;
}

export function positionCoverage({ reference, positions, residues }: Variants): PositionCoverage {
  const variants = new Uint32Array(reference.length);
  const seen = new Uint8Array(reference.length * AMINO_ACID_COUNT);
  for (let place = 0; place < positions.length; place += 1) {
    const position = positions[place]!;
    variants[position]! += 1;
    if (residues[place]! < AMINO_ACID_COUNT) seen[position * AMINO_ACID_COUNT + residues[place]!] = 1;
  }
  const aminoAcids = new Uint8Array(reference.length);
  for (let cell = 0; cell < seen.length; cell += 1) {
    if (seen[cell] === 1) aminoAcids[Math.floor(cell / AMINO_ACID_COUNT)]! += 1;
  }
  return { variants, aminoAcids, touched: variants.filter((count) => count > 0).length };
}
