/** Returns the mean of the finite values of each sequence that has any. */
export function meansBySequence(
  sequences: readonly string[],
  values: ArrayLike<number>,
): Map<string, number> {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const [row, sequence] of sequences.entries()) {
    const value = values[row]!;
    if (!Number.isFinite(value)) continue;
    const { sum, count } = sums.get(sequence) ?? { sum: 0, count: 0 };
    sums.set(sequence, { sum: sum + value, count: count + 1 });
  }
  return new Map([...sums].map(([sequence, { sum, count }]) => [sequence, sum / count]));
}
