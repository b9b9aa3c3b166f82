import type { Assay } from "#shared/domain/tasks/assay.ts";
import { withoutBatchEffects } from "./batchEffects.ts";
import { withExpectedValues } from "./limitColumns.ts";
import type { Measurements } from "./measurements.ts";

/**
 * Returns the measurements as used for training: without differences between batches, and with limits replaced by expected
 * values.
 */
export function learnedValues(
  data: Measurements,
  assays: readonly Assay[],
  reference: string | null,
): Measurements {
  const { sides = [] } = data;
  return withExpectedValues(withoutBatchEffects(data, assays, sides).data, sides, assays, reference).data;
}
