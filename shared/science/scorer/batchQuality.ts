import { spearman } from "@pdp/basics/statistics";

/** Accuracy of out-of-fold predictions within one batch. */
export interface BatchQuality {
  batch: string;
  /** Number of variants measured in this batch only. */
  variants: number;
  spearman: number;
}

/** Minimum number of variants in a batch for a rank correlation. */
const MIN_VARIANTS = 5;

/**
 * Returns the rank correlation within each batch, which differences between batches (such as between a random library and later
 * designs) cannot raise; empty if fewer than two batches have enough variants. `batchOf` contains the batch of each variant, or
 * null if it was measured in several.
 */
export function batchQuality(
  predicted: Float64Array,
  targets: Float64Array,
  batchOf: readonly (string | null)[],
): BatchQuality[] {
  const placesOf = Map.groupBy(targets.keys(), (index) => batchOf[index] ?? null);
  const qualities = [...placesOf].flatMap(([batch, places]) => {
    if (batch === null || places.length < MIN_VARIANTS) return [];
    const at = (values: Float64Array): Float64Array => Float64Array.from(places, (index) => values[index]!);
    return [{ batch, variants: places.length, spearman: spearman(at(predicted), at(targets)) }];
  });
  return qualities.length < 2 ? [] : qualities;
}

/** Returns the mean of the rank correlations within batches, weighted by variants; NaN if there are none. */
export function meanWithinBatches(batches: readonly BatchQuality[]): number {
  const known = batches.filter((batch) => Number.isFinite(batch.spearman));
  const total = known.reduce((sum, { variants }) => sum + variants, 0);
  return known.reduce(
    (sum, batch) => sum + (batch.variants / total) * batch.spearman,
    total > 0 ? 0 : Number.NaN,
  );
}
