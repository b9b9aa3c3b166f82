import type { Variants } from "./variants.ts";

/** Values of one assay, by distinct sequence. */
export interface VariantMeans {
  /** Mean of each sequence; NaN if it has no values. */
  means: Float64Array;
  /** Number of values in each mean. */
  counts: Uint32Array;
  /** Sum of squared deviations from each mean. */
  squares: Float64Array;
}

export function variantMeans({ sequences, ofRow }: Variants, values: Float64Array): VariantMeans {
  const means = new Float64Array(sequences.length);
  const counts = new Uint32Array(sequences.length);
  const squares = new Float64Array(sequences.length);
  // Welford's algorithm (1962) preserves precision for large, similar values.
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

/** Returns the standard deviation of a variant's values; null if there are fewer than two. */
export function replicateDeviation({ counts, squares }: VariantMeans, index: number): number | null {
  return counts[index]! < 2 ? null : Math.sqrt(squares[index]! / (counts[index]! - 1));
}
