import { createRandom } from "@pdp/basics/statistics";

/** Maximum number of sequences compared, and number of permutations. */
const MAX_COMPARED = 600;
const PERMUTATIONS = 199;
/** Maximum p-value for the batches to be considered different in what they contain. */
const MAX_P_VALUE = 0.05;

/**
 * Returns whether batches contain different sequences only by chance: whether residues at variable positions, and numbers of
 * mutations, are as common in each batch as in all (a permutation test). Later rounds of designs, for example, share mutations.
 * Each sequence is listed once, with its batch.
 */
export function areRandomSamples(sequences: readonly string[], batches: ArrayLike<number>): boolean {
  const random = createRandom("random samples");
  const chosen = random
    .shuffle(Uint32Array.from(sequences, (_, row) => row))
    .slice(0, MAX_COMPARED)
    .sort();
  const traits = traitsOf(Array.from(chosen, (row) => sequences[row]!));
  const sampleBatches = Uint32Array.from(chosen, (row) => batches[row]!);
  const actual = concentration(traits, sampleBatches);
  let reached = 1;
  for (let turn = 0; turn < PERMUTATIONS; turn += 1) {
    if (concentration(traits, random.shuffle(sampleBatches.slice())) >= actual - 1e-9) reached += 1;
  }
  return reached / (PERMUTATIONS + 1) > MAX_P_VALUE;
}

/** Lists the traits of each sequence: its residues that are not the most common ones at their positions, and their number. */
function traitsOf(sequences: readonly string[]): string[][] {
  const length = sequences.reduce((longest, sequence) => Math.max(longest, sequence.length), 0);
  const common = Array.from({ length }, (_, position) => {
    const counts = new Map<string, number>();
    for (const sequence of sequences) {
      const residue = sequence[position] ?? "";
      counts.set(residue, (counts.get(residue) ?? 0) + 1);
    }
    return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), ["", 0])[0];
  });
  return sequences.map((sequence) => {
    const traits = common.flatMap((residue, position) =>
      (sequence[position] ?? "") === residue ? [] : [`${position}${sequence[position] ?? ""}`],
    );
    return [...traits, `${traits.length} mutations`];
  });
}

/** Sums the squared numbers of sequences with a trait in a batch, divided by the size of the batch. */
function concentration(traits: readonly string[][], batches: Uint32Array): number {
  const counts = new Map<string, Map<number, number>>();
  const sizes = new Map<number, number>();
  for (const [row, traitsOfSequence] of traits.entries()) {
    const batch = batches[row]!;
    sizes.set(batch, (sizes.get(batch) ?? 0) + 1);
    for (const trait of traitsOfSequence) {
      const ofTrait = counts.get(trait) ?? new Map<number, number>();
      ofTrait.set(batch, (ofTrait.get(batch) ?? 0) + 1);
      counts.set(trait, ofTrait);
    }
  }
  let sum = 0;
  for (const ofTrait of counts.values())
    for (const [batch, count] of ofTrait) sum += count ** 2 / sizes.get(batch)!;
  return sum;
}
