import type { Assay } from "#shared/domain/tasks/assay.ts";
import { type LimitCount, withExpectedValues } from "#shared/tasks/limitColumns.ts";
import type { Measurements } from "#shared/tasks/measurements.ts";
import type { Rows } from "#shared/tasks/readRows.ts";
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
  limits: LimitCount[];
}

/** Excludes the rows unlike the others, whose values would bias what is expected of limits, and then reads the limits. */
export function measuredAlike(
  { data, rows }: { data: Measurements; rows: Rows },
  { assays, reference, includesUnlike }: AlikeOptions,
): AlikeMeasurements {
  const kept = includesUnlike ? { data, excluded: null } : excludeUnlike(data, reference);
  const { excluded } = kept;
  return {
    excluded,
    ...withExpectedValues(kept.data, { rows, excluded: excluded?.found ?? [], assays, reference }),
  };
}
