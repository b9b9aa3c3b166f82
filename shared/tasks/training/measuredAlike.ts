import type { Assay, StatedAssay } from "#shared/domain/tasks/assay.ts";
import { type AssayBatches, withoutBatchEffects } from "#shared/tasks/batchEffects.ts";
import {
  type LimitCount,
  type LimitSides,
  limitSides,
  withExpectedValues,
} from "#shared/tasks/limitColumns.ts";
import type { Measurements } from "#shared/tasks/measurements.ts";
import type { Rows } from "#shared/tasks/readRows.ts";
import { affordableRows } from "./affordableRows.ts";
import { type ExcludedRows, excludeUnlike } from "./excludeUnlike.ts";

interface AlikeOptions {
  assays: readonly StatedAssay[];
  reference: string | null;
  includesUnlike: boolean;
}

export interface AlikeMeasurements {
  data: Measurements;
  /** Null if no row exclusion was requested. */
  excluded: ExcludedRows | null;
  /** Sides of the limits among the values of each assay. */
  sides: LimitSides[];
}

/** Excludes rows with sequences unlike the rest and rows that take too long to align. */
export function measuredAlike(
  { data, rows }: { data: Measurements; rows: Rows },
  { assays, reference, includesUnlike }: AlikeOptions,
): AlikeMeasurements {
  const kept = includesUnlike ? { data, excluded: null } : excludeUnlike(data, reference);
  const { excluded } = kept;
  const affordable = affordableRows(kept.data, reference);
  const sides = limitSides(rows, assays, excluded?.unlike).map((column) => {
    const ownRows = column?.filter((_, row) => affordable.isKept(row));
    return ownRows?.some((side) => side !== 0) ? ownRows : null;
  });
  return { data: affordable.data, excluded, sides };
}

export interface ComparableMeasurements {
  data: Measurements;
  /** Adjustments made to the values of each assay with batches. */
  batches: AssayBatches[];
  limits: LimitCount[];
}

/**
 * Removes the differences between batches, and then replaces limits with expected values, which the batch differences would
 * bias.
 */
export function comparableValues(
  { data, sides }: Pick<AlikeMeasurements, "data" | "sides">,
  assays: readonly Assay[],
  reference: string | null,
): ComparableMeasurements {
  const { data: alike, batches } = withoutBatchEffects(data, assays, sides);
  return { batches, ...withExpectedValues(alike, sides, assays, reference) };
}
