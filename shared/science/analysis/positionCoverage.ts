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
  for (let index = 0; index < positions.length; index += 1) {
    const position = positions[index]!;
    variants[position]! += 1;
    if (residues[index]! < AMINO_ACID_COUNT) seen[position * AMINO_ACID_COUNT + residues[index]!] = 1;
  }
  const aminoAcids = new Uint8Array(reference.length);
  for (let cell = 0; cell < seen.length; cell += 1) {
    if (seen[cell] === 1) aminoAcids[Math.floor(cell / AMINO_ACID_COUNT)]! += 1;
  }
  return { variants, aminoAcids, touched: variants.filter((count) => count > 0).length };
}
