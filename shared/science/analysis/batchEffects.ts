import { incompleteBeta, median, ranks } from "@pdp/basics/statistics";
import type { Variants } from "./variants.ts";

export interface BatchSummary {
  batch: string;
  rows: number;
  measured: number;
  median: number | null;
  /** Mean difference of shared sequences from their means in other batches; null if no sequence is shared. */
  shift: number | null;
  /** Standard error of the shift; null if there are fewer than two shared sequences. */
  shiftError: number | null;
  shared: number;
}

export interface BatchEffects {
  batches: BatchSummary[];
  /** Share of the rank variance that is explained by the batches. */
  explained: number | null;
  /** p-value of an F test on ranks (Conover & Iman 1981) for any difference between batches. */
  pValue: number | null;
}

/** Computes batch effects, in the order of the batches' first rows; rows with an unknown batch are skipped. */
export function findBatchEffects(
  variants: Variants,
  batches: readonly string[],
  values: Float64Array,
): BatchEffects {
  const names = [...new Set(batches)].filter((batch) => batch !== "");
  const places = new Map(names.map((batch, index) => [batch, index]));
  const ofRow = Int32Array.from(batches, (batch) => places.get(batch) ?? -1);
  const lists: number[][] = names.map(() => []);
  const rows = new Uint32Array(names.length);
  for (let row = 0; row < values.length; row += 1) {
    const batchIndex = ofRow[row]!;
    if (batchIndex < 0) continue;
    rows[batchIndex]! += 1;
    if (!Number.isNaN(values[row])) lists[batchIndex]!.push(values[row]!);
  }
  const shifts = sharedShifts(variants, ofRow, values, names.length);
  const summaries = names.map((batch, index) => ({
    batch,
    rows: rows[index]!,
    measured: lists[index]!.length,
    median: lists[index]!.length === 0 ? null : median(lists[index]!),
    ...shifts[index]!,
  }));
  return { batches: summaries, ...varianceBetween(ofRow, values, names.length) };
}

type Shift = Pick<BatchSummary, "shift" | "shiftError" | "shared">;

/**
 * Compares each sequence with itself in other batches, so that differences in what the batches contain do not count as shifts.
 */
function sharedShifts(
  { ofRow: variantOfRow, sequences }: Variants,
  batchOfRow: Int32Array,
  values: Float64Array,
  batchCount: number,
): Shift[] {
  const cells = new Map<number, Map<number, { sum: number; count: number }>>();
  const isUsed = (row: number): boolean => batchOfRow[row]! >= 0 && !Number.isNaN(values[row]);
  const counts = new Uint32Array(sequences.length);
  for (let row = 0; row < values.length; row += 1) if (isUsed(row)) counts[variantOfRow[row]!]! += 1;
  for (let row = 0; row < values.length; row += 1) {
    if (!isUsed(row) || counts[variantOfRow[row]!]! < 2) continue;
    const byBatch = cells.get(variantOfRow[row]!) ?? new Map<number, { sum: number; count: number }>();
    const cell = byBatch.get(batchOfRow[row]!) ?? { sum: 0, count: 0 };
    byBatch.set(batchOfRow[row]!, { sum: cell.sum + values[row]!, count: cell.count + 1 });
    cells.set(variantOfRow[row]!, byBatch);
  }
  const differences: number[][] = Array.from({ length: batchCount }, () => []);
  for (const byBatch of cells.values()) {
    if (byBatch.size < 2) continue;
    const means = [...byBatch].map(([batch, { sum, count }]) => [batch, sum / count] as const);
    const total = means.reduce((sum, [, mean]) => sum + mean, 0);
    for (const [batch, mean] of means) {
      differences[batch]!.push(mean - (total - mean) / (means.length - 1));
    }
  }
  return differences.map((list) => {
    const { mean, error } = meanWithError(list);
    return { shift: mean, shiftError: error, shared: list.length };
  });
}

function meanWithError(list: readonly number[]): { mean: number | null; error: number | null } {
  if (list.length === 0) return { mean: null, error: null };
  const mean = list.reduce((sum, value) => sum + value, 0) / list.length;
  if (list.length === 1) return { mean, error: null };
  const squares = list.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (list.length - 1) / list.length) };
}

function varianceBetween(
  batchOfRow: Int32Array,
  values: Float64Array,
  batchCount: number,
): Pick<BatchEffects, "explained" | "pValue"> {
  const ranked = ranks(values.map((value, row) => (batchOfRow[row]! < 0 ? Number.NaN : value)));
  const sums = new Float64Array(batchCount);
  const counts = new Uint32Array(batchCount);
  let [total, squares, count] = [0, 0, 0];
  for (let row = 0; row < ranked.length; row += 1) {
    const rank = ranked[row]!;
    if (Number.isNaN(rank)) continue;
    sums[batchOfRow[row]!]! += rank;
    counts[batchOfRow[row]!]! += 1;
    total += rank;
    squares += rank * rank;
    count += 1;
  }
  const all = squares - (total * total) / count;
  let between = -(total * total) / count;
  for (let batch = 0; batch < batchCount; batch += 1) {
    if (counts[batch]! > 0) between += sums[batch]! ** 2 / counts[batch]!;
  }
  const groups = counts.filter((count) => count > 0).length;
  if (groups < 2 || !(all > 0)) return { explained: null, pValue: null };
  const explained = Math.min(1, Math.max(0, between / all));
  return { explained, pValue: fTest(explained, groups - 1, count - groups) };
}

/** Computes the upper tail of the F distribution at the ratio that corresponds to this share of explained variance. */
function fTest(explained: number, between: number, within: number): number | null {
  if (within < 1) return null;
  return explained >= 1 ? 0 : incompleteBeta(1 - explained, within / 2, between / 2);
}
