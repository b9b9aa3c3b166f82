import type { Assay } from "#shared/domain/tasks/assay.ts";
import { type AssayBatches, withoutBatchEffects } from "#shared/tasks/batchEffects.ts";
import { type LimitCount, limitSides, withExpectedValues } from "#shared/tasks/limitColumns.ts";
import type { Measurements } from "#shared/tasks/measurements.ts";
import type { Rows } from "#shared/tasks/readRows.ts";
import { affordableRows } from "./affordableRows.ts";
import { type ExcludedRows, excludeUnlike } from "./excludeUnlike.ts";

interface AlikeOptions {
  assays: readonly Assay[];
  reference: string | null;
  includesUnlike: boolean;
}

export interface AlikeMeasurements {
  data: Measurements;
  /** Null if no row was to be excluded. */
  excluded: ExcludedRows | null;
  /** What was done to the values of each assay with batches. */
  batches: AssayBatches[];
  limits: LimitCount[];
}

/**
 * Excludes rows unlike the others, whose values would bias the expected values of limits, and rows that take too long to
 * align; then removes the differences between batches, which would bias them too; and finally replaces limits by expected
 * values.
 */
export function measuredAlike(
  { data, rows }: { data: Measurements; rows: Rows },
  { assays, reference, includesUnlike }: AlikeOptions,
): AlikeMeasurements {
  const kept = includesUnlike ? { data, excluded: null } : excludeUnlike(data, reference);
  const { excluded } = kept;
  const affordable = affordableRows(kept.data, reference);
  const sides = limitSides(rows, assays, excluded?.found).map((column) => {
    const own = column?.filter((_, row) => affordable.isKept(row));
    return own?.some((side) => side !== 0) ? own : null;
  });
  const { data: alike, batches } = withoutBatchEffects(affordable.data, assays, sides);
  return { excluded, batches, ...withExpectedValues(alike, sides, assays, reference) };
}
