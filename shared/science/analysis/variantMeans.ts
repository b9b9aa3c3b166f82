import type { Variants } from "./variants.ts";

/** One assay's values by distinct sequence. */
export interface VariantMeans {
  /** NaN where the sequence has no value. */
  means: Float64Array;
  /** How many values the mean is of. */
  counts: Uint32Array;
  /** The sum of squared deviations from the mean. */
  squares: Float64Array;
}

export function variantMeans({ sequences, ofRow }: Variants, values: Float64Array): VariantMeans {
  const means = new Float64Array(sequences.length);
  const counts = new Uint32Array(sequences.length);
  const squares = new Float64Array(sequences.length);
  // Welford's recursion (1962) keeps its digits where values are large and alike.
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    const index = ofRow[row]!;
    counts[index]! += 1;
    const step = value - means[index]!;
    means[index]! += step / counts[index]!;
    squares[index]! += step * (value - means[index]!);
  }
  for (let index = 0; index < means.length; index += 1) {
    if (counts[index] === 0) means[index] = Number.NaN;
  }
  return { means, counts, squares };
}

/** The standard deviation of a variant's values; null with fewer than two. */
export function replicateDeviation({ counts, squares }: VariantMeans, index: number): number | null {
  return counts[index]! < 2 ? null : Math.sqrt(squares[index]! / (counts[index]! - 1));
}
