import { formatCount } from "@pdp/basics/wording";
import { affordableAlignments, MAX_ALIGNMENT_COST, residueIndices } from "@pdp/science/sequences";
import type { Measurements } from "#shared/tasks/measurements.ts";
import { keptRows } from "./keptRows.ts";

/**
 * Drops the rows with sequences that take too long to align, and counts them. If no reference is stated, the first sequence is
 * the reference and is kept.
 */
export function affordableRows(
  data: Measurements,
  stated: string | null,
  maxCost = MAX_ALIGNMENT_COST,
): { data: Measurements; isKept: (row: number) => boolean } {
  const distinct = [...new Set(data.sequences)];
  const reference = residueIndices(stated ?? distinct[0] ?? "");
  const affordable = affordableAlignments(distinct, reference, maxCost);
  const dropped = new Set(distinct.filter((_, index) => !affordable(index)));
  if (dropped.size === 0) return { data, isKept: () => true };
  const isKept = (row: number): boolean => !dropped.has(data.sequences[row] ?? "");
  return { data: { ...keptRows(data, isKept), unaligned: dropped.size }, isKept };
}

/** Reports how many sequences were not used because they take too long to align; empty if all were used. */
export function unalignedSentence({ unaligned = 0 }: { unaligned?: number | undefined }): string[] {
  if (unaligned === 0) return [];
  return [
    `${formatCount(unaligned, "sequence")} with many insertions and deletions ${unaligned === 1 ? "was" : "were"} not used because aligning all of them to the reference would have taken too long.`,
  ];
}
