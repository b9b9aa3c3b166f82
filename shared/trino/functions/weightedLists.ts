import { Refusal } from "../sqlError.ts";

/** Number of values that are collected before buckets are merged, as in Trino. */
const BUFFER = 100;
export const MAX_BUCKETS = 10_000;

interface Bucket {
  value: number;
  weight: number;
}

/**
 * Returns an approximate histogram as [values, weights] in ascending order of the values. Neighboring buckets are merged into
 * their mean, starting with those that increase the sum of squared deviations least.
 */
export function numericHistogram(
  maxBuckets: number,
  values: readonly number[],
  weights: readonly number[],
): number[][] {
  let buckets: Bucket[] = [];
  for (const [index, value] of values.entries()) {
    if (buckets.length === maxBuckets + BUFFER) buckets = merged(buckets, maxBuckets);
    buckets.push({ value, weight: weights[index] ?? 1 });
  }
  const all = merged(buckets, maxBuckets);
  return [all.map(({ value }) => value), all.map(({ weight }) => weight)];
}

function merged(buckets: readonly Bucket[], maxBuckets: number): Bucket[] {
  const all: Bucket[] = [];
  for (const { value, weight } of [...buckets].sort((a, b) => order(a.value, b.value))) {
    const last = all.at(-1);
    if (last?.value === value) last.weight += weight;
    else all.push({ value, weight });
  }
  const costs = all.map((_, index) => costAt(all, index));
  while (all.length > maxBuckets) {
    const index = costs.indexOf(Math.min(...costs));
    const [left, right] = all.slice(index, index + 2) as [Bucket, Bucket];
    const weight = left.weight + right.weight;
    const value = (left.value * left.weight + right.value * right.weight) / weight;
    all.splice(index, 2, { value, weight });
    costs.splice(index, 1);
    costs[index] = costAt(all, index);
    if (index > 0) costs[index - 1] = costAt(all, index - 1);
  }
  return all;
}

/** Returns the growth of the sum of squared deviations if a bucket is merged with the next one (Ward 1963). */
function costAt(all: readonly Bucket[], index: number): number {
  const [left, right] = all.slice(index, index + 2);
  if (!left || !right) return Number.POSITIVE_INFINITY;
  const cost = ((left.value - right.value) ** 2 * left.weight * right.weight) / (left.weight + right.weight);
  return Number.isNaN(cost) ? Number.MAX_VALUE : cost;
}

/** Compares numbers as Trino does: NaN is the largest. */
function order(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a - b;
}

/**
 * Returns the positions, counted from 1, of the values at the given shares of the total weight. The weights belong to the
 * sorted values; an integer weight is the number of times that the value occurs.
 */
export function weightedRanks(weights: readonly number[], shares: readonly (number | null)[]): number[] {
  const sums: number[] = [];
  let total = 0;
  for (const weight of weights) {
    if (!(weight > 0)) throw new Refusal("The weights of approx_percentile must be greater than 0");
    total += weight;
    sums.push(total);
  }
  if (!shares.every((share) => share !== null && share >= 0 && share <= 1))
    throw new Refusal("The percentile of approx_percentile must be a number from 0 to 1");
  if (sums.length === 0) return [];
  return shares.map((share) => firstAbove(sums, (Number(share) + 1e-12) * total) + 1);
}

/** Returns the index of the first sum above a limit, or the last index. */
function firstAbove(sums: readonly number[], limit: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] as number) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
