import { studentTwoSided } from "./distributions.ts";
import type { Random } from "./random.ts";
import { ranks } from "./ranks.ts";

/** Values of one variable. A pair with a NaN value counts as missing, as in all functions in this file. */
type Values = ArrayLike<number>;

/** Computes Pearson's correlation; NaN for fewer than two pairs or a constant variable. */
export function pearson(first: Values, second: Values): number {
  return correlationOf(...completePairs(first, second));
}

/** Computes Pearson's correlation of the ranks; equal values share the mean of their ranks (Spearman 1904). */
export function spearman(first: Values, second: Values): number {
  const [a, b] = completePairs(first, second);
  return correlationOf(ranks(a), ranks(b));
}

export interface CorrelationTest {
  /** NaN if undefined; the p-value is then 1. */
  correlation: number;
  /** Two-sided p-value for the hypothesis that the variables are independent. */
  pValue: number;
  pairs: number;
  method: "exact" | "permutation" | "t";
}

/** Maximum number of pairs for which all orders are enumerated (9! = 362,880), and for which a sample of the orders is used. */
const ENUMERATED_PAIRS = 9;
const PERMUTED_PAIRS = 30;
const PERMUTATIONS = 20_000;

/**
 * Computes Spearman's correlation with its two-sided p-value: exact for few pairs (including ties), based on 20,000
 * permutations for up to 30 pairs, and otherwise on Student's t with n − 2 degrees of freedom.
 */
export function spearmanTest(first: Values, second: Values, random: Random): CorrelationTest {
  const [x, y] = completePairs(first, second);
  const [a, b] = [ranks(x), ranks(y)];
  const correlation = correlationOf(a, b);
  const pairs = a.length;
  if (Number.isNaN(correlation) || pairs > PERMUTED_PAIRS) {
    return { correlation, pValue: correlationPValue(correlation, pairs), pairs, method: "t" };
  }
  const extreme = crossProductTest(a, b);
  return pairs <= ENUMERATED_PAIRS
    ? { correlation, pValue: enumerateShare(b, extreme), pairs, method: "exact" }
    : { correlation, pValue: sampleShare(b, extreme, random), pairs, method: "permutation" };
}

/** Computes the two-sided p-value of a correlation between normal variables (or ranks) using Student's t. */
export function correlationPValue(correlation: number, pairs: number): number {
  if (Number.isNaN(correlation) || pairs < 3) return 1;
  if (Math.abs(correlation) >= 1) return 0;
  const freedom = pairs - 2;
  const t = correlation * Math.sqrt(freedom / ((1 - correlation) * (1 + correlation)));
  return studentTwoSided(t, freedom);
}

/**
 * Returns a test of whether an order of b is at least as strongly correlated with a as the current order. All orders have the
 * same mean and variance, so it is sufficient to compare the sums of centered products.
 */
function crossProductTest(a: Float64Array, b: Float64Array): (ordered: Float64Array) => boolean {
  const meanA = mean(a);
  const meanB = mean(b);
  const product = (ordered: Float64Array): number => {
    let sum = 0;
    for (let index = 0; index < a.length; index += 1) {
      sum += (a[index]! - meanA) * (ordered[index]! - meanB);
    }
    return Math.abs(sum);
  };
  // Sums of the same numbers in a different order differ by rounding; such an order counts as equal.
  const observed = product(b) * (1 - 1e-9);
  return (ordered) => product(ordered) >= observed;
}

/**
 * Visits every order once with Heap's algorithm (1963) and returns the share of orders that are at least as strongly
 * correlated.
 */
function enumerateShare(values: Float64Array, extreme: (ordered: Float64Array) => boolean): number {
  const ordered = values.slice();
  const counters = new Uint8Array(ordered.length);
  let all = 1;
  let hits = extreme(ordered) ? 1 : 0;
  let index = 1;
  while (index < ordered.length) {
    if (counters[index]! < index) {
      swap(ordered, index % 2 === 0 ? 0 : counters[index]!, index);
      all += 1;
      if (extreme(ordered)) hits += 1;
      counters[index]! += 1;
      index = 1;
    } else {
      counters[index] = 0;
      index += 1;
    }
  }
  return hits / all;
}

/** Samples orders. The current order is included, so that the p-value is valid and never 0 (Phipson & Smyth 2010). */
function sampleShare(
  values: Float64Array,
  extreme: (ordered: Float64Array) => boolean,
  random: Random,
): number {
  const ordered = values.slice();
  let hits = 1;
  for (let count = 0; count < PERMUTATIONS; count += 1) {
    if (extreme(random.shuffle(ordered))) hits += 1;
  }
  return hits / (PERMUTATIONS + 1);
}

function swap(values: Float64Array, first: number, second: number): void {
  const kept = values[first]!;
  values[first] = values[second]!;
  values[second] = kept;
}

function completePairs(first: Values, second: Values): [Float64Array, Float64Array] {
  if (first.length !== second.length) {
    throw new RangeError(`A correlation needs pairs, not ${first.length} and ${second.length} values.`);
  }
  const a = new Float64Array(first.length);
  const b = new Float64Array(first.length);
  let count = 0;
  for (let index = 0; index < first.length; index += 1) {
    if (Number.isNaN(first[index]) || Number.isNaN(second[index])) continue;
    a[count] = first[index]!;
    b[count] = second[index]!;
    count += 1;
  }
  return [a.subarray(0, count), b.subarray(0, count)];
}

function correlationOf(a: Float64Array, b: Float64Array): number {
  const meanA = mean(a);
  const meanB = mean(b);
  let [products, squaresA, squaresB] = [0, 0, 0];
  for (let index = 0; index < a.length; index += 1) {
    const x = a[index]! - meanA;
    const y = b[index]! - meanB;
    products += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  const scale = Math.sqrt(squaresA) * Math.sqrt(squaresB);
  return scale > 0 ? Math.max(-1, Math.min(1, products / scale)) : Number.NaN;
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
