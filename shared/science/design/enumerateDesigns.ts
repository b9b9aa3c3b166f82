import { AMINO_ACID_COUNT } from "#shared/science/sequences/aminoAcids.ts";
import { type DesignSpace, isFeasible } from "./designSpace.ts";

/** Counts the sequences with an allowed number of mutations at free positions, ignoring all other constraints. */
export function spaceSize({ free, minMutations, maxMutations }: DesignSpace): number {
  let size = 0;
  // Number of sequences with m mutations: C(free, m) · 19^m
  let sequences = 1;
  for (let mutated = 0; mutated <= maxMutations; mutated += 1) {
    if (mutated >= minMutations) size += sequences;
    sequences *= ((free.length - mutated) / (mutated + 1)) * (AMINO_ACID_COUNT - 1);
  }
  return size;
}

/** Returns all designs of a space, in a fixed order. Only for spaces whose size is known to be small. */
export function enumerateDesigns(space: DesignSpace): Uint8Array[] {
  const { template, free, maxMutations } = space;
  const sequence = template.slice();
  const found: Uint8Array[] = [];

  function mutate(from: number, mutated: number): void {
    if (isFeasible(space, sequence)) found.push(sequence.slice());
    if (mutated === maxMutations) return;
    for (let at = from; at < free.length; at += 1) {
      const position = free[at]!;
      for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1) {
        if (residue === template[position]) continue;
        sequence[position] = residue;
        mutate(at + 1, mutated + 1);
      }
      sequence[position] = template[position]!;
    }
  }

  mutate(0, 0);
  return found;
}
