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
  /** Null if no row exclusion was requested. */
  excluded: ExcludedRows | null;
  /** Adjustments made to the values of each assay with batches. */
  batches: AssayBatches[];
  limits: LimitCount[];
}

/**
 * Prepares the measurements in three steps. First excludes rows with sequences unlike the rest and rows that take too long to
 * align. Then removes the differences between batches. Finally replaces limits with expected values, which the excluded rows
 * and the batch differences would bias.
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
