/** Returns the most frequent residue at each position among the sequences of the most common length. */
export function consensusOf(sequences: readonly string[]): string {
  const lengths = new Map<number, number>();
  for (const { length } of sequences) lengths.set(length, (lengths.get(length) ?? 0) + 1);
  const [length = 0] = [...lengths].sort(([, a], [, b]) => b - a)[0] ?? [];
  const counts = Array.from({ length }, () => new Map<string, number>());
  for (const sequence of sequences) {
    if (sequence.length !== length) continue;
    for (let position = 0; position < length; position += 1) {
      const residue = sequence[position] ?? "";
      counts[position]?.set(residue, (counts[position]?.get(residue) ?? 0) + 1);
    }
  }
  return counts.map((count) => [...count].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "").join("");
}
