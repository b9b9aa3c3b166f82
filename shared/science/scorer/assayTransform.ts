import { normalQuantile, quantileSorted, sortPresent } from "@pdp/basics/statistics";
import type { ScaleType } from "../assay.ts";

/**
 * Transformation of an assay's values for fitting models: logarithm (MULTIPLICATIVE), identity (ADDITIVE) or normal scores of
 * the ranks (RANK), then standardized to mean 0 and standard deviation 1. Strictly increasing over the measured range.
 */
export interface AssayTransform {
  kind: "identity" | "log" | "rank";
  /** Constant added before computing the logarithm, in the assay's unit. */
  offset: number;
  /** Mean and standard deviation after taking the logarithm or the ranks. */
  center: number;
  scale: number;
  /** Distinct values in ascending order and their normal scores, for ranks; otherwise empty. */
  knots: Float64Array;
  scores: Float64Array;
}

/** Threshold as a share of the large values; differences between values below it are mostly noise. */
const NOISE_SHARE = 0.01;
/** Number of variants beyond which small values get more weight, if all values are above zero. */
const FEW_VARIANTS = 400;
const LARGE_QUANTILE = 0.9;
/** Share of the large values by which ratios may be below zero, because a background was subtracted. */
const BELOW_ZERO = 0.1;

/** Maximum number of knots, enough to preserve the order of values as far as predictions can resolve it. */
const MAX_KNOTS = 2_000;

/**
 * Fits the transformation. `values` may contain NaN for missing values, but at least one value must be present. `variants` is
 * the number of different sequences that have a value; defaults to the number of values.
 */
export function fitTransform(values: Float64Array, scaleType: ScaleType, variants?: number): AssayTransform {
  const sorted = sortPresent(values);
  const raw = rawTransform(sorted, scaleType, variants);
  const transformed = sorted.map((value) => apply(raw, value));
  const center = transformed.reduce((sum, value) => sum + value / transformed.length, 0);
  const variance = transformed.reduce((sum, value) => sum + (value - center) ** 2 / transformed.length, 0);
  return { ...raw, center, scale: variance > 0 ? Math.sqrt(variance) : 1 };
}

export function applyTransform(transform: AssayTransform, value: number): number {
  return (apply(transform, value) - transform.center) / transform.scale;
}

/** Inverts the transformation; beyond the range of ranks, returns the nearest measured value. */
export function invertTransform(transform: AssayTransform, transformed: number): number {
  const value = transformed * transform.scale + transform.center;
  if (transform.kind === "identity") return value;
  if (transform.kind === "log") return Math.exp(value) - transform.offset;
  return interpolate(transform.scores, transform.knots, value, false);
}

/**
 * Returns a value as shown in reports: in the assay's unit, as a common logarithm (of value + offset) or as the normal score
 * of its rank.
 */
export function displayValue({ kind, center, scale }: AssayTransform, transformed: number): number {
  const value = transformed * scale + center;
  return kind === "log" ? value / Math.LN10 : value;
}

function rawTransform(sorted: Float64Array, scaleType: ScaleType, variants?: number): AssayTransform {
  const none = { offset: 0, center: 0, scale: 1, knots: new Float64Array(0), scores: new Float64Array(0) };
  if (scaleType === "RANK") return { ...none, kind: "rank", ...normalScores(sorted) };
  if (scaleType === "MULTIPLICATIVE" && areRatios(sorted))
    return { ...none, kind: "log", offset: logOffset(sorted, variants) };
  return { ...none, kind: "identity" };
}

/**
 * Returns whether ascending values can be ratios: some are above zero, and the lowest tenth does not extend far below, as
 * logarithms and differences do.
 */
export function areRatios(sorted: Float64Array): boolean {
  if (!(sorted.length > 0 && sorted.at(-1)! > 0)) return false;
  return quantileSorted(sorted, 0.1) >= -BELOW_ZERO * Math.max(0, quantileSorted(sorted, LARGE_QUANTILE));
}

/**
 * Returns the constant to add before taking the logarithm of ascending values that are not all below zero: 0 if all of them
 * are well above zero. If the values reach down to zero, their logarithms would amplify noise: a share of the large values
 * (the 90th percentile) is added, and negative values are first raised to zero.
 *
 * The share is a hundredth. This keeps small values from drawing a model away from the large ones, but hides differences among
 * the small ones. If all values are above zero, nothing indicates a background. With more `variants`, a model can fit small
 * and large values equally well: beyond 400, the share is inversely proportional to the cube of their number.
 */
export function logOffset(sorted: Float64Array, variants = sorted.length): number {
  const smallest = sorted[0]!;
  const lift = Math.max(0, -smallest);
  const large = quantileSorted(sorted, LARGE_QUANTILE);
  const share = smallest > 0 ? NOISE_SHARE * Math.min(1, FEW_VARIANTS / variants) ** 3 : NOISE_SHARE;
  const floor = share * (large > 0 ? large : sorted.at(-1)!);
  return smallest >= floor ? 0 : lift + floor;
}

function normalScores(sorted: Float64Array): Pick<AssayTransform, "knots" | "scores"> {
  const knots: number[] = [];
  const scores: number[] = [];
  const minimum = Math.max(1, Math.floor(sorted.length / MAX_KNOTS));
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    while (end < sorted.length && (end < start + minimum || sorted[end] === sorted[end - 1])) end += 1;
    knots.push(sorted[(start + end - 1) >> 1]!);
    scores.push(normalQuantile((start + end) / 2 / sorted.length));
    start = end;
  }
  return { knots: Float64Array.from(knots), scores: Float64Array.from(scores) };
}

function apply({ kind, offset, knots, scores }: AssayTransform, value: number): number {
  if (Number.isNaN(value)) return Number.NaN;
  if (kind === "identity") return value;
  if (kind === "rank") return interpolate(knots, scores, value, true);
  // Only user-supplied thresholds, never measured values, are below the offset.
  return Math.log(Math.max(value + offset, Number.MIN_VALUE));
}

/**
 * Interpolates linearly between knots. Beyond them, thresholds are extrapolated to preserve their order (`extend`), but values
 * are not.
 */
function interpolate(from: Float64Array, to: Float64Array, at: number, extend: boolean): number {
  const last = from.length - 1;
  if (last === 0) return to[0]!;
  if (!extend && at <= from[0]!) return to[0]!;
  if (!extend && at >= from[last]!) return to[last]!;
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (from[middle]! <= at) low = middle;
    else high = middle;
  }
  return to[low]! + ((to[high]! - to[low]!) * (at - from[low]!)) / (from[high]! - from[low]!);
}
