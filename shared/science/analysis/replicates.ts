import { type Random, sampleIndices, spearman } from "@pdp/basics/statistics";
import type { VariantMeans } from "./variantMeans.ts";
import type { Variants } from "./variants.ts";

/** Agreement between an assay's replicates. */
export interface Replicates {
  /** Number of sequences with at least two values. */
  sequences: number;
  /** Total number of values of these sequences. */
  values: number;
  /** Pooled standard deviation within sequences; null if there are no replicates. */
  deviation: number | null;
  /**
   * Spearman's correlation between two values of the same sequence, averaged over random choices of the two values, and its 95
   * % interval from Fisher's transformation. Null if there are fewer than four sequences, or if all values are the same.
   */
  correlation: { value: number; low: number; high: number } | null;
  /** One pair of values per sequence, for a plot. */
  pairs: { first: Float64Array; second: Float64Array };
}

/** Maximum number of sequences used; more would not make the correlation noticeably more precise. */
const MAX_SEQUENCES = 20_000;
const DRAWS = 10;

export function findReplicates(
  variants: Variants,
  values: Float64Array,
  { counts, squares }: VariantMeans,
  random: Random,
): Replicates {
  const repeated = [...counts.keys()].filter((index) => counts[index]! > 1);
  let [total, sum] = [0, 0];
  for (const index of repeated) {
    total += counts[index]!;
    sum += squares[index]!;
  }
  const used = [...sampleIndices(repeated.length, MAX_SEQUENCES, random)].map((index) => repeated[index]!);
  const valuesOf = valuesByVariant(variants, values, used);
  const draws = Array.from({ length: used.length > 2_000 ? 2 : DRAWS }, () => drawPairs(valuesOf, random));
  return {
    sequences: repeated.length,
    values: total,
    deviation: repeated.length === 0 ? null : Math.sqrt(sum / (total - repeated.length)),
    correlation: meanCorrelation(draws),
    pairs: draws[0]!,
  };
}

function valuesByVariant({ ofRow }: Variants, values: Float64Array, used: number[]): number[][] {
  const places = new Map(used.map((index, row) => [index, row]));
  const lists: number[][] = used.map(() => []);
  for (let row = 0; row < values.length; row += 1) {
    if (Number.isNaN(values[row])) continue;
    const index = places.get(ofRow[row]!);
    if (index !== undefined) lists[index]!.push(values[row]!);
  }
  return lists;
}

function drawPairs(lists: readonly number[][], random: Random): Replicates["pairs"] {
  const first = new Float64Array(lists.length);
  const second = new Float64Array(lists.length);
  for (const [index, list] of lists.entries()) {
    const firstIndex = random.integer(list.length);
    const other = random.integer(list.length - 1);
    first[index] = list[firstIndex]!;
    second[index] = list[other < firstIndex ? other : other + 1]!;
  }
  return { first, second };
}

function meanCorrelation(draws: readonly Replicates["pairs"][]): Replicates["correlation"] {
  const count = draws[0]?.first.length ?? 0;
  const correlations = draws.map(({ first, second }) => spearman(first, second)).filter(Number.isFinite);
  if (count < 4 || correlations.length === 0) return null;
  const value = correlations.reduce((sum, correlation) => sum + correlation, 0) / correlations.length;
  // Standard error of Fisher's z for ranks (Fieller, Hartley & Pearson 1957).
  const error = 1.96 * Math.sqrt(1.06 / (count - 3));
  const z = Math.atanh(Math.max(-0.999999, Math.min(0.999999, value)));
  return { value, low: Math.tanh(z - error), high: Math.tanh(z + error) };
}
