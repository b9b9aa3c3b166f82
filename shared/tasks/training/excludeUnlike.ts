import { medianLength, type UnlikeSequence, unlikeSequences } from "@pdp/basics/proteins";
import type { Measurements } from "#shared/tasks/measurements.ts";
import { keptRows } from "./keptRows.ts";

/** Rows that a training task excludes because their sequences are unlike the others. */
export interface ExcludedRows {
  unlike: UnlikeSequence[];
  /** Median length of all sequences. */
  median: number;
  /** Total number of rows. */
  rows: number;
}

/**
 * Excludes rows with sequences unlike the rest. The default reference is the first sequence similar to the others.
 */
export function excludeUnlike(
  data: Measurements,
  stated: string | null,
): { data: Measurements; excluded: ExcludedRows } {
  const { sequences } = data;
  const median = medianLength(sequences);
  const unlike = unlikeSequences(sequences, stated ?? firstAlike(sequences));
  const excluded = { unlike, median, rows: sequences.length };
  if (unlike.length === 0) return { data, excluded };
  const rows = new Set(unlike.map(({ row }) => row));
  return { data: keptRows(data, (row) => !rows.has(row)), excluded };
}

/** Returns the first sequence that is similar to the others; null if there is none. */
export function firstAlike(sequences: readonly string[]): string | null {
  const unlike = new Set(unlikeSequences(sequences).map(({ row }) => row));
  return sequences.find((_, row) => !unlike.has(row)) ?? null;
}
