import { residueIndices } from "../sequences/aminoAcids.ts";
import { createRedundancy, type Redundancy } from "./redundancy.ts";

/**
 * Selects up to `wanted` sequences in order, best first. Each selected sequence has at most `limit` later selected sequences
 * within one substitution. Sequences may differ in length.
 */
export function selectRanked(sequences: readonly string[], wanted: number, limit: number): string[] {
  const ofLength = new Map<number, Redundancy>();
  const chosen: string[] = [];
  for (const [rank, sequence] of sequences.entries()) {
    if (chosen.length === wanted) break;
    const indices = residueIndices(sequence);
    const redundancy = ofLength.get(sequence.length) ?? createRedundancy(limit, indices);
    ofLength.set(sequence.length, redundancy);
    if (redundancy.admit(indices, -rank)) chosen.push(sequence);
  }
  return chosen;
}
