import { median, quantileSorted, ranks, sortPresent } from "@pdp/basics/statistics";
import type { ScaleType } from "../assay.ts";
import { areRatios, logOffset } from "../scorer/assayTransform.ts";
import { allGroups, hasRandomSamples, linkedGroups, linkingWells, sharedCounts } from "./batchGroups.ts";
import { batchOffsets, type RepeatedRows } from "./batchOffsets.ts";

export interface BatchedAssay {
  sequences: readonly string[];
  /** Distance of the limit from the mean, positive on the side where the value cannot be. */
  batches: readonly string[];
  /** Values; NaN if missing. */
  values: Float64Array;
  /**
   * For each row, 0 if its value is exact. Limits belong to a batch but provide no information about it. Absent if all values
   * are exact.
   */
  limits?: Int8Array | null;
  scaleType: ScaleType;
}

/** Batch of an assay, with the correction applied to its values. */
export interface CorrectedBatch {
  batch: string;
  /** Number of values. */
  values: number;
  /** Number of sequences that also have a value in another batch. */
  shared: number;
  /** Offset subtracted from the values, or from their natural logarithms; null for ranks, and if no correction was applied. */
  offset: number | null;
  error: number | null;
}

/** No sequence in two batches, which differ in their variants; more batches than can be compared; all values equal; too few values per batch to rank. */
export type UncorrectedReason = "UNLINKED" | "TOO_MANY" | "EQUAL" | "FEW_VALUES";

export interface BatchCorrection {
  /** Scale of the correction; `RANKS` are compared within their batch, and `NONE` leaves the values unchanged. */
  kind: "FACTORS" | "OFFSETS" | "RANKS" | "NONE";
  /** Reason why the values were left unchanged; absent in training tasks started by earlier releases. */
  reason?: UncorrectedReason;
  /** Number of sequences that have values in several batches. */
  shared: number;
  /** True if the batches are assumed to be random samples of the same variants, so that their means were compared. */
  isRandom?: boolean;
  batches: CorrectedBatch[];
}

/**
 * Maximum number of batches with shared sequences. If there are more, values are not corrected, because computing time grows
 * with the cube of the number.
 */
export const MAX_LINKED_BATCHES = 500;
/** Number of wells of shared sequences per batch that suffice to compare it with others. */
const MIN_LINKING_WELLS = 2;
/** Minimum number of values in a batch for its ranks to be compared with those of other batches. */
export const MIN_RANKED_VALUES = 10;

/**
 * Removes the differences between batches, estimated from sequences that were measured in several of them, such as the
 * reference. If a batch has fewer than two wells of such sequences, batches that contain similar variants are assumed to be
 * random samples of them, so that their means are also compared. MULTIPLICATIVE values are divided by a factor for their batch, and ADDITIVE values are shifted. RANK values are
 * replaced by the value that has the same relative rank among all values as they have in their batch. Null if there are fewer
 * than two batches with values.
 */
export function correctBatches(
  assay: BatchedAssay,
): { values: Float64Array; correction: BatchCorrection } | null {
  const { sequences, batches, values, limits, scaleType } = assay;
  const names = [...new Set(batches.filter((_, row) => !Number.isNaN(values[row])))];
  if (names.length < 2) return null;
  const places = new Map(names.map((name, index) => [name, index]));
  const batchOf = Uint32Array.from(batches, (batch) => places.get(batch) ?? 0);
  const counts = new Float64Array(names.length);
  for (const [row, value] of values.entries()) if (!Number.isNaN(value)) counts[batchOf[row]!]! += 1;
  const isLog = scaleType === "MULTIPLICATIVE" && areRatios(sortPresent(values));
  // Exact values in the batches on the scale of comparison; NaN for values without information.
  const exact = values.map((value, row) =>
    limits?.[row] || (isLog && value <= 0) ? Number.NaN : isLog ? Math.log(value) : value,
  );
  const groups = linkedGroups(sequences, batchOf, exact);
  const shared = sharedCounts(groups, batchOf, names.length);
  const isRandom =
    scaleType !== "RANK" &&
    linkingWells(groups, batchOf, names.length).some((wells) => wells < MIN_LINKING_WELLS) &&
    hasRandomSamples(sequences, groups, batchOf, exact);
  // Rows that are compared: those of shared sequences, or every row with an exact value.
  const compared = isRandom ? allGroups(sequences, exact) : groups;
  const isUsed = new Uint8Array(names.length);
  for (const [row, group] of compared.entries()) if (group >= 0) isUsed[batchOf[row]!] = 1;
  const sharedInAll = groups.reduce((last, group) => Math.max(last, group + 1), 0);
  const describe = (offsets: { offsets: Float64Array; errors: Float64Array } | null): CorrectedBatch[] =>
    names.map((batch, index) => ({
      batch,
      values: counts[index]!,
      shared: shared[index]!,
      offset: offsets && offsets.offsets[index]!,
      error: offsets && isUsed[index] ? offsets.errors[index]! : null,
    }));
  const unchanged = (reason: UncorrectedReason) => ({
    values,
    correction: { kind: "NONE" as const, reason, shared: sharedInAll, batches: describe(null) },
  });
  if (scaleType === "RANK") {
    if (counts.every((count) => count < MIN_RANKED_VALUES)) return unchanged("FEW_VALUES");
    return {
      values: ranksWithin(values, batchOf, names.length),
      correction: { kind: "RANKS", shared: sharedInAll, batches: describe(null) },
    };
  }
  const linked = isUsed.filter((used) => used > 0).length;
  const spread = deviation(sortPresent(exact));
  if (linked < 2) return unchanged("UNLINKED");
  if (linked > MAX_LINKED_BATCHES) return unchanged("TOO_MANY");
  if (!(spread > 0)) return unchanged("EQUAL");
  const noiseFloor = isLog ? logOffset(sortPresent(values)) : null;
  const rows = { exact, groups: compared, batchOf, isUsed, isRandom, spread, noiseFloor };
  const offsetEstimates = centered(
    estimateOffsets(rows),
    counts.map((count, index) => (isUsed[index]! > 0 ? count : 0)),
  );
  return {
    values: values.map((value, row) => {
      const offset = offsetEstimates.offsets[batchOf[row]!]!;
      return isLog ? value * Math.exp(-offset) : value - offset;
    }),
    correction: {
      kind: isLog ? "FACTORS" : "OFFSETS",
      shared: sharedInAll,
      ...(isRandom && { isRandom }),
      batches: describe(offsetEstimates),
    },
  };
}

interface LinkedRows {
  exact: Float64Array;
  /** Group of each row that is compared; −1 for others. */
  groups: Int32Array;
  batchOf: Uint32Array;
  /** 1 for batches whose offset is estimated. */
  isUsed: Uint8Array;
  isRandom: boolean;
  spread: number;
  /** Value below which differences between logarithms are mostly noise; null for values compared by their differences. */
  noiseFloor: number | null;
}

/** Estimates the offsets of the batches that are used; the offsets of other batches are 0. */
function estimateOffsets({ exact, groups, batchOf, isUsed, isRandom, spread, noiseFloor }: LinkedRows): {
  offsets: Float64Array;
  errors: Float64Array;
} {
  const linked = [...isUsed.keys()].filter((batch) => isUsed[batch]! > 0);
  const numberOf = new Map(linked.map((batch, number) => [batch, number]));
  const used = [...groups.keys()].filter((row) => groups[row]! >= 0);
  const rows: RepeatedRows = {
    groups: Uint32Array.from(used, (row) => groups[row]!),
    batches: Uint32Array.from(used, (row) => numberOf.get(batchOf[row]!)!),
    values: Float64Array.from(used, (row) => exact[row]!),
    reliabilities: new Float64Array(used.length).fill(1),
    batchCount: linked.length,
    spread,
    isRandom,
  };
  if (noiseFloor !== null) rows.reliabilities = logReliabilities(rows, noiseFloor);
  const estimated = batchOffsets(rows);
  const offsets = new Float64Array(isUsed.length);
  const errors = new Float64Array(isUsed.length);
  for (const [batch, number] of numberOf) {
    offsets[batch] = estimated.offsets[number]!;
    errors[batch] = estimated.errors[number]!;
  }
  return { offsets, errors };
}

/**
 * Returns the reliability of the logarithms. The noise of values near zero does not shrink with the values, so the noise of
 * their logarithms grows.
 */
function logReliabilities({ groups, values }: RepeatedRows, floor: number): Float64Array {
  const ofGroup = Map.groupBy(groups.keys(), (row) => groups[row]!);
  const reliabilities = new Float64Array(groups.length);
  for (const rows of ofGroup.values()) {
    const level = Math.exp(median(rows.map((row) => values[row]!)));
    for (const row of rows) reliabilities[row] = Math.max((level / (level + floor)) ** 2, 1e-6);
  }
  return reliabilities;
}

/** Shifts the offsets of the batches with counts so that the mean of their values is unchanged; other offsets stay the same. */
function centered<Found extends { offsets: Float64Array }>(estimates: Found, counts: Float64Array): Found {
  const { sum, total } = counts.reduce(
    (so, count, batch) => ({ sum: so.sum + count * estimates.offsets[batch]!, total: so.total + count }),
    { sum: 0, total: 0 },
  );
  return {
    ...estimates,
    offsets: estimates.offsets.map((offset, batch) => (counts[batch]! > 0 ? offset - sum / total : offset)),
  };
}

/**
 * Replaces each value with the value that has the same relative rank among all values; values in small batches stay unchanged.
 */
function ranksWithin(values: Float64Array, batchOf: Uint32Array, batchCount: number): Float64Array {
  const sorted = sortPresent(values);
  const ranked = values.slice();
  const rowsOf = Array.from({ length: batchCount }, () => [] as number[]);
  for (const [row, value] of values.entries()) if (!Number.isNaN(value)) rowsOf[batchOf[row]!]!.push(row);
  for (const rows of rowsOf) {
    if (rows.length < MIN_RANKED_VALUES) continue;
    const ranksOfBatch = ranks(rows.map((row) => values[row]!));
    for (const [at, row] of rows.entries())
      ranked[row] = quantileSorted(sorted, (ranksOfBatch[at]! - 0.5) / rows.length);
  }
  return ranked;
}

function deviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2 / values.length, 0));
}
