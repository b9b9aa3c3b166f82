import { correlationPValue, logGamma, spearman } from "@pdp/basics/statistics";
import { formatCount, formatNumber } from "@pdp/basics/wording";
import { assayName } from "@pdp/science/analysis";
import type { Assay } from "#shared/domain/tasks/assay.ts";
import type { Feature } from "#shared/tasks/vectorColumn.ts";

/**
 * User-supplied scores are fitted to all rows, including those in the test folds. A column that contains measurements, or is
 * derived from them, makes any model look good in cross-validation, and harms predictions of new variants.
 */

/** Reason not to use a score or vector. Plain data. */
export type ScoreLeak = {
  name: string;
  isVector: boolean;
  /** Index of the assay that the score repeats, or whose measured sequences have it. */
  assay: number;
} & (
  | { kind: "COPY"; correlation: number; sequences: number; dimension: number | null }
  | { kind: "COVERAGE" | "MUTATIONS"; measured: Coverage; unmeasured: Coverage }
);

/** Numbers of all sequences or substitutions, and of those with the score. */
export interface Coverage {
  all: number;
  scored: number;
}

/** Minimum absolute rank correlation of a copy. */
const COPY_CORRELATION = 0.95;
/** Minimum number of sequences with both values to compare them, and maximum number of sequences compared. */
const [MIN_PAIRS, MAX_PAIRS] = [5, 500];
/** Maximum probability that an unrelated score agrees as well by chance in any of its dimensions. */
const MAX_CHANCE = 0.05;
/** Minimum number of unmeasured sequences that show whether a score exists for them. */
const MIN_UNMEASURED = 10;

/** Values of assays and of user-supplied scores, for the same sequences. */
interface ScoredValues {
  sequences: string[];
  values: Float64Array[];
  features?: Feature[];
  leaks?: ScoreLeak[];
}

/**
 * Returns the measurements without scores that repeat an assay, or that exist for its measured sequences but not for most of
 * the others; `leaks` states the reasons.
 */
export function withoutLeaks<Data extends ScoredValues>(given: Data): Omit<Data, "features"> & ScoredValues {
  const { features = [], ...data } = given;
  if (features.length === 0) return data;
  const rowsOf = [...Map.groupBy(data.sequences.keys(), (row) => data.sequences[row]!).values()];
  const leaks = features.flatMap((feature) => leakOf(feature, rowsOf, data.values) ?? []);
  const kept = features.filter(({ name }) => leaks.every((leak) => leak.name !== name));
  return {
    ...data,
    ...(kept.length > 0 && { features: kept }),
    leaks: [...(data.leaks ?? []), ...leaks],
  };
}

function leakOf(
  feature: Feature,
  rowsOf: readonly number[][],
  assays: readonly Float64Array[],
): ScoreLeak | null {
  for (const [assay, values] of assays.entries()) {
    const leak = copyOf(feature, rowsOf, values) ?? coverageOf(feature, rowsOf, values);
    if (leak !== null)
      return { name: feature.name, isVector: feature.size !== undefined, assay, ...leak } as ScoreLeak;
  }
  return null;
}

/** Compares means by sequence, because a score repeats for replicates. Sequences without both values are skipped. */
function copyOf(
  { values, size }: Feature,
  rowsOf: readonly number[][],
  assay: Float64Array,
): Omit<Extract<ScoreLeak, { kind: "COPY" }>, "name" | "isVector" | "assay"> | null {
  const dimensions = size ?? 1;
  const both = rowsOf.filter((rows) => has(rows, assay) && has(rows, values, dimensions));
  const step = Math.max(1, both.length / MAX_PAIRS);
  const compared = both.filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step));
  if (compared.length < MIN_PAIRS) return null;
  const measured = Float64Array.from(compared, (rows) => meanOf(rows, assay));
  for (let dimension = 0; dimension < dimensions; dimension += 1) {
    const score = Float64Array.from(compared, (rows) => meanOf(rows, values, dimensions, dimension));
    const correlation = spearman(score, measured);
    if (!(Math.abs(correlation) >= COPY_CORRELATION)) continue;
    if (dimensions * chanceOf(correlation, measured) > MAX_CHANCE) continue;
    return {
      kind: "COPY",
      correlation,
      sequences: both.length,
      dimension: size === undefined ? null : dimension + 1,
    };
  }
  return null;
}

function coverageOf(
  { values, size = 1 }: Feature,
  rowsOf: readonly number[][],
  assay: Float64Array,
): Omit<Extract<ScoreLeak, { measured: Coverage }>, "name" | "isVector" | "assay"> | null {
  const count = (rows: readonly number[][]): Coverage => ({
    all: rows.length,
    scored: rows.filter((rowsOfGroup) => has(rowsOfGroup, values, size)).length,
  });
  const measured = count(rowsOf.filter((rows) => has(rows, assay)));
  const unmeasured = count(rowsOf.filter((rows) => !has(rows, assay)));
  const isLeak =
    unmeasured.all >= MIN_UNMEASURED &&
    2 * measured.scored > measured.all &&
    2 * unmeasured.scored < unmeasured.all;
  return isLeak ? { kind: "COVERAGE", measured, unmeasured } : null;
}

function has(rows: readonly number[], values: Float64Array, size = 1): boolean {
  return rows.some((row) => !Number.isNaN(values[row * size]));
}

function meanOf(rows: readonly number[], values: Float64Array, size = 1, dimension = 0): number {
  let [sum, count] = [0, 0];
  for (const row of rows) {
    const value = values[row * size + dimension]!;
    if (Number.isNaN(value)) continue;
    sum += value;
    count += 1;
  }
  return sum / count;
}

/**
 * Returns the probability of a correlation of at least this size by chance: Student's t, but at least the share of orders of
 * the values that agree perfectly, which is large if there are few values or many ties.
 */
function chanceOf(correlation: number, values: Float64Array): number {
  const ties = [...Map.groupBy(values, (value) => value).values()];
  const logOrders = ties.reduce((sum, { length }) => sum - logGamma(length + 1), logGamma(values.length + 1));
  return Math.max(correlationPValue(correlation, values.length), 2 * Math.exp(-logOrders));
}

/** States which scores are not used, and why. */
export function leakSentences(leaks: readonly ScoreLeak[], assays: readonly Assay[]): string[] {
  return leaks.map((leak) => {
    const assay = assays[leak.assay];
    const title = assay === undefined ? "an assay" : assayName(assay);
    return `The ${leak.isVector ? "vector" : "score"} "${leak.name}" is not used: ${reasonOf(leak, title)}`;
  });
}

function reasonOf(leak: ScoreLeak, title: string): string {
  if (leak.kind === "COPY") {
    const { dimension, correlation, sequences } = leak;
    const subject =
      dimension === null ? "its rank correlation" : `the rank correlation of its dimension ${dimension}`;
    return `${subject} with ${title} is ${formatNumber(correlation, 2)} over ${formatCount(sequences, "sequence")}. Compute it without the measurements.`;
  }
  const { measured, unmeasured } = leak;
  if (leak.kind === "MUTATIONS")
    return `${measured.scored} of ${formatCount(measured.all, "measured substitution")} have it, but only ${unmeasured.scored} of ${unmeasured.all} others at the same positions, so that it may come from the measurements. Provide it for all single substitutions.`;
  return `${measured.scored} of ${formatCount(measured.all, "sequence")} with a value of ${title} have it, but only ${unmeasured.scored} of ${unmeasured.all} without one. Provide it for all sequences.`;
}
