import { areRandomSamples } from "./areRandomSamples.ts";

/** Minimum number of other sequences in each batch for their means to be compared. */
const MIN_SAMPLED_VALUES = 8;

/** Numbers the sequences with exact values in several batches; −1 for a row that does not link batches. */
export function linkedGroups(
  sequences: readonly string[],
  batchOf: Uint32Array,
  exact: Float64Array,
): Int32Array {
  const firstBatch = new Map<string, number>();
  const numbers = new Map<string, number>();
  for (const [row, sequence] of sequences.entries()) {
    if (Number.isNaN(exact[row])) continue;
    const first = firstBatch.get(sequence) ?? batchOf[row]!;
    firstBatch.set(sequence, first);
    if (first !== batchOf[row] && !numbers.has(sequence)) numbers.set(sequence, numbers.size);
  }
  return Int32Array.from(sequences, (sequence, row) =>
    Number.isNaN(exact[row]) ? -1 : (numbers.get(sequence) ?? -1),
  );
}

export function sharedCounts(groups: Int32Array, batchOf: Uint32Array, batchCount: number): Float64Array {
  const groupsOfBatch = Array.from({ length: batchCount }, () => new Set<number>());
  for (const [row, group] of groups.entries()) if (group >= 0) groupsOfBatch[batchOf[row]!]!.add(group);
  return Float64Array.from(groupsOfBatch, ({ size }) => size);
}

/** Returns the number of rows of shared sequences per batch. */
export function linkingWells(groups: Int32Array, batchOf: Uint32Array, batchCount: number): Float64Array {
  const wells = new Float64Array(batchCount);
  for (const [row, group] of groups.entries()) if (group >= 0) wells[batchOf[row]!]! += 1;
  return wells;
}

/** Numbers all sequences with exact values; −1 for the others. */
export function allGroups(sequences: readonly string[], exact: Float64Array): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(sequences, (sequence, row) => {
    if (Number.isNaN(exact[row])) return -1;
    const number = numbers.get(sequence) ?? numbers.size;
    numbers.set(sequence, number);
    return number;
  });
}

/** Returns whether the sequences that are in one batch only are there by chance. */
export function hasRandomSamples(
  sequences: readonly string[],
  groups: Int32Array,
  batchOf: Uint32Array,
  exact: Float64Array,
): boolean {
  const batchOfSequence = new Map<string, number>();
  for (const [row, sequence] of sequences.entries())
    if (groups[row] === -1 && !Number.isNaN(exact[row])) batchOfSequence.set(sequence, batchOf[row]!);
  const batchesUsed = [...batchOfSequence.values()];
  const sizes = [...Map.groupBy(batchesUsed, (batch) => batch).values()].map(({ length }) => length);
  if (sizes.length < 2 || sizes.some((size) => size < MIN_SAMPLED_VALUES)) return false;
  return areRandomSamples([...batchOfSequence.keys()], batchesUsed);
}
