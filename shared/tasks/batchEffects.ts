import { type BatchCorrection, correctBatches } from "@pdp/science/analysis";
import type { Assay } from "#shared/domain/tasks/assay.ts";
import { batchesOf } from "./batchesOf.ts";
import type { LimitSides } from "./limitColumns.ts";
import type { Measurements } from "./measurements.ts";

/** Correction of an assay's values for differences between batches. */
export interface AssayBatches {
  assay_id: string;
  correction: BatchCorrection;
}

/** Removes the differences between batches from the values of each assay; does nothing if no batches are given. */
export function withoutBatchEffects(
  data: Measurements,
  assays: readonly Assay[],
  sides: readonly LimitSides[] = [],
): { data: Measurements; batches: AssayBatches[] } {
  const { sequences } = data;
  const corrections: AssayBatches[] = [];
  const values = data.values.map((column, index) => {
    const { assay_id, scale_type: scaleType } = assays[index] as Assay;
    const batches = batchesOf(data, scaleType);
    if (batches === null) return column;
    const limits = sides[index] ?? null;
    const correction = correctBatches({ sequences, batches, values: column, limits, scaleType });
    if (correction) corrections.push({ assay_id, correction: correction.correction });
    return correction?.values ?? column;
  });
  return { data: { ...data, values }, batches: corrections };
}
