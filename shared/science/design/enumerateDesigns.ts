import { AMINO_ACID_COUNT } from "../sequences/aminoAcids.ts";
import { type DesignSpace, isAllowed, isFeasible } from "./designSpace.ts";

/**
 * Counts the sequences with an allowed number of mutations at free positions, ignoring all other constraints; if allowed
 * residues are given per position, counts their combinations.
 */
export function spaceSize({ free, minMutations, maxMutations, allowed }: DesignSpace): number {
  if (allowed !== undefined) {
    return free.reduce((size, position) => {
      const residues = allowed.subarray(position * AMINO_ACID_COUNT, (position + 1) * AMINO_ACID_COUNT);
      return size * residues.reduce((sum, count) => sum + count, 0);
    }, 1);
  }
  let size = 0;
  // Number of sequences with m mutations: C(free, m) · 19^m
  let sequences = 1;
  for (let mutated = 0; mutated <= maxMutations; mutated += 1) {
    if (mutated >= minMutations) size += sequences;
    sequences *= ((free.length - mutated) / (mutated + 1)) * (AMINO_ACID_COUNT - 1);
  }
  return size;
}

/** Returns all designs in a space, in a fixed order. Only for spaces that are known to be small. */
export function enumerateDesigns(space: DesignSpace): Uint8Array[] {
  const { template, free, maxMutations } = space;
  const sequence = template.slice();
  const designs: Uint8Array[] = [];

  function mutate(from: number, mutated: number): void {
    if (isFeasible(space, sequence)) designs.push(sequence.slice());
    if (mutated === maxMutations) return;
    for (let at = from; at < free.length; at += 1) {
      const position = free[at]!;
      for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1) {
        if (residue === template[position] || !isAllowed(space, position, residue)) continue;
        sequence[position] = residue;
        mutate(at + 1, mutated + 1);
      }
      sequence[position] = template[position]!;
    }
  }

  mutate(0, 0);
  return designs;
}
