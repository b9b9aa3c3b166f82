import { type Random, sortPresent } from "@pdp/basics/statistics";
import type { Assay } from "../assay.ts";
import type { Learnability } from "../scorer/learnability.ts";
import { type AssayData, batchesOfAssay, MAX_VALUE } from "./assayData.ts";
import { assayName, type ScaledAssay, scaleAssay } from "./assayScale.ts";
import { type BatchEffects, findBatchEffects } from "./batchEffects.ts";
import { type BatchCorrection, correctBatches } from "./correctBatches.ts";
import { findOutliers, type Outliers } from "./outliers.ts";
import { findReplicates, type Replicates } from "./replicates.ts";
import { type VariantMeans, variantMeans } from "./variantMeans.ts";
import type { Variants } from "./variants.ts";

/** Results of analyzing one assay. All fields except `raw`, `sorted` and `rawMeans` are on the transformed scale. */
export interface AssayAnalysis {
  assay: Assay;
  /** Name of the assay, used as the heading of its sections. */
  name: string;
  raw: Float64Array;
  /** Non-missing raw values, in ascending order. */
  sorted: Float64Array;
  scaled: ScaledAssay;
  /** Number of rows that have a value. */
  measured: number;
  /** Number of rows with a value that is infinite or beyond `MAX_VALUE`; these count as missing. */
  unusable: number;
  means: VariantMeans;
  rawMeans: VariantMeans;
  replicates: Replicates;
  /** Null if the batches of the rows are unknown. */
  batches: BatchEffects | null;
  /** How models handle the batches, and how the batches differ afterwards; null if there are fewer than two. */
  corrected: CorrectedBatches | null;
  outliers: Outliers;
  /** Value that many rows share exactly, such as a limit of detection or a zero that denotes a missing value. */
  repeated: { value: number; rows: number } | null;
  learnability: Learnability | null;
}

export interface CorrectedBatches {
  correction: BatchCorrection;
  /** Corrected values, on the scale of comparison. */
  values: Float64Array;
  axis: string;
  effects: BatchEffects;
}

const MAX_OUTLIERS = 20;

export function analyzeAssay(
  data: AssayData,
  variants: Variants,
  index: number,
  learnability: Learnability | null,
  random: Random,
): AssayAnalysis {
  const assay = data.assays[index]!;
  const raw = data.values[index]!.map((value) => (Math.abs(value) <= MAX_VALUE ? value : Number.NaN));
  const sorted = sortPresent(raw);
  const measured = sorted.length;
  const rawMeans = variantMeans(variants, raw);
  const scaled = scaleAssay(assay, raw, sorted, rawMeans.counts.filter((count) => count > 0).length);
  const means = scaled.values === raw ? rawMeans : variantMeans(variants, scaled.values);
  const batches = batchesOfAssay(data, index);
  const hasBatches = batches?.some((batch) => batch !== "") ?? false;
  return {
    assay,
    name: assayName(assay),
    raw,
    sorted,
    scaled,
    measured,
    unusable: data.values[index]!.filter((value) => !Number.isNaN(value)).length - measured,
    means,
    rawMeans,
    replicates: findReplicates(variants, scaled.values, means, random),
    batches: hasBatches ? findBatchEffects(variants, batches!, scaled.values) : null,
    corrected: hasBatches ? correctedBatches(data, batches!, variants, index, raw) : null,
    outliers: findOutliers(variants, scaled, means, MAX_OUTLIERS),
    repeated: mostRepeated(sorted),
    learnability,
  };
}

function correctedBatches(
  { assays, sequences, sides = [] }: AssayData,
  batches: readonly string[],
  variants: Variants,
  index: number,
  raw: Float64Array,
): CorrectedBatches | null {
  const assay = assays[index]!;
  const limits = sides[index] ?? null;
  const correction = correctBatches({ sequences, batches, values: raw, limits, scaleType: assay.scale_type });
  if (correction === null) return null;
  const { scale, values } = scaleAssay(assay, correction.values);
  const effects = findBatchEffects(variants, batches, values);
  return { correction: correction.correction, values, axis: scale.axis, effects };
}

/** Minimum share of the rows for a repeated value to be reported. */
const REMARKABLE_SHARE = 0.05;
const MIN_ROWS = 5;

function mostRepeated(sorted: Float64Array): AssayAnalysis["repeated"] {
  let [value, rows, distinct] = [0, 0, 0];
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    while (end < sorted.length && sorted[end] === sorted[start]) end += 1;
    distinct += 1;
    if (end - start > rows) [value, rows] = [sorted[start]!, end - start];
  }
  // If all values are integers, such as scores, repeated values are expected.
  const isSpecial = distinct > sorted.length / 10;
  return isSpecial && rows >= MIN_ROWS && rows > REMARKABLE_SHARE * sorted.length ? { value, rows } : null;
}
