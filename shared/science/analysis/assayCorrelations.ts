import { type Random, sampleIndices, spearman } from "@pdp/basics/statistics";
import type { VariantMeans } from "./variantMeans.ts";

export interface CorrelationCell {
  first: number;
  second: number;
  /** NaN if undefined. */
  correlation: number;
  pairs: number;
}

/** Maximum number of values ranked for all pairs together; takes about a second. */
const MAX_RANKED = 4_000_000;
const MIN_SEQUENCES = 5_000;

export interface AssayCorrelations {
  /** Correlations of each pair of assays, in both orders, and of each assay with itself. */
  cells: CorrelationCell[];
  /** Number of sequences used; a random sample if there are very many. */
  sequences: number;
}

/** Computes Spearman's correlations between assays from the means of the sequences measured in both. */
export function assayCorrelations(means: readonly VariantMeans[], random: Random): AssayCorrelations {
  const count = means[0]?.means.length ?? 0;
  const pairs = (means.length * (means.length - 1)) / 2;
  const maxSequences = Math.max(MIN_SEQUENCES, Math.floor(MAX_RANKED / Math.max(1, pairs)));
  const used = sampleIndices(count, maxSequences, random);
  const columns = means.map((variantMeans) => Float64Array.from(used, (index) => variantMeans.means[index]!));
  const cells: CorrelationCell[] = [];
  for (const [first, a] of columns.entries()) {
    cells.push({
      first,
      second: first,
      correlation: 1,
      pairs: a.filter((value) => !Number.isNaN(value)).length,
    });
    for (let second = first + 1; second < columns.length; second += 1) {
      const b = columns[second]!;
      let both = 0;
      for (let index = 0; index < a.length; index += 1) {
        if (!Number.isNaN(a[index]) && !Number.isNaN(b[index])) both += 1;
      }
      const correlation = spearman(a, b);
      cells.push({ first, second, correlation, pairs: both });
      cells.push({ first: second, second: first, correlation, pairs: both });
    }
  }
  return { cells, sequences: used.length };
}
