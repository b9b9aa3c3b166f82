import { alignmentCost } from "./alignMutant.ts";
import { residueIndices } from "./aminoAcids.ts";

/** Maximum number of position pairs that a task compares in one pass over its sequences; comparing them takes about a minute. */
export const MAX_ALIGNMENT_COST = 2e9;

/**
 * Selects the cheapest alignments, so that as many sequences as possible are aligned. `maxCost` limits the total number of
 * compared position pairs; about 35 million pairs take a second.
 */
export function affordableAlignments(
  sequences: readonly string[],
  reference: Uint8Array,
  maxCost: number,
): (index: number) => boolean {
  const costs = Float64Array.from(sequences, (sequence) =>
    alignmentCost(residueIndices(sequence), reference),
  );
  const ordered = costs.slice().sort();
  let total = 0;
  let limit = 0;
  for (const cost of ordered) {
    total += cost;
    if (total > maxCost) break;
    limit = cost;
  }
  if (total <= maxCost) return () => true;
  // Among alignments that cost as much as the most expensive affordable alignment, the first are selected.
  let left = maxCost;
  const chosen = Uint8Array.from(costs, (cost) => {
    if (cost >= limit) return 0;
    left -= cost;
    return 1;
  });
  for (const [index, cost] of costs.entries()) {
    if (cost !== limit || left < cost) continue;
    left -= cost;
    chosen[index] = 1;
  }
  return (index) => chosen[index] === 1;
}
