import type { Random } from "@pdp/basics/statistics";

/**
 * Measure of whether the variants with the best predictions are among the variants with the best measured values more often
 * than by chance.
 */
export interface Enrichment {
  /**
   * Number of hits in the tenth with the best predictions, divided by the number expected by chance; NaN if the best tenth is
   * empty.
   */
  factor: number;
  /** Probability of at least as many hits in a random order; 1 if the best tenth is empty. */
  p_value: number;
}

const TENTH = 0.1;

/** Returns the number of variants in a tenth. */
export function tenthOf(count: number): number {
  return Math.max(1, Math.ceil(TENTH * count));
}

/**
 * Marks the best tenth of the values: the highest (`sign` 1) or the lowest (−1). If equal values, such as those of dead
 * variants, extend beyond a tenth, it only includes better values.
 */
export function bestTenth(values: Float64Array, sign: 1 | -1): boolean[] {
  const tenth = tenthOf(values.length);
  const sorted = values
    .map((value) => sign * value)
    .sort()
    .reverse();
  const limit = sorted[tenth - 1]!;
  const isTied = sorted[tenth] === limit;
  return Array.from(values, (value) => (isTied ? sign * value > limit : sign * value >= limit));
}

/**
 * Computes the enrichment in the first tenth by prediction. The p-value comes from a permutation test with a hypergeometric
 * distribution. Equal predictions are put into random order.
 */
export function enrichment(
  targets: Float64Array,
  predicted: Float64Array,
  sign: 1 | -1,
  random: Random,
): Enrichment {
  const best = bestTenth(targets, sign);
  const members = best.filter(Boolean).length;
  if (members === 0) return { factor: Number.NaN, p_value: 1 };
  const first = random
    .shuffle([...predicted.keys()])
    .sort((a, b) => sign * (predicted[b]! - predicted[a]!))
    .slice(0, tenthOf(targets.length));
  const hits = first.filter((row) => best[row]).length;
  const expected = (first.length * members) / targets.length;
  return {
    factor: hits / expected,
    p_value: hypergeometricTail(hits, first.length, members, targets.length),
  };
}

/**
 * Returns the probability of at least `hits` members among `drawn` items from a population of `total` items that contains
 * `members` members.
 */
function hypergeometricTail(hits: number, drawn: number, members: number, total: number): number {
  const fewest = Math.max(0, drawn + members - total);
  // Logarithms of the terms, relative to the first one, because the terms themselves overflow.
  const logs = [0];
  for (let count = fewest; count < Math.min(drawn, members); count += 1) {
    const ratio =
      ((drawn - count) * (members - count)) / ((count + 1) * (total - drawn - members + count + 1));
    logs.push(logs.at(-1)! + Math.log(ratio));
  }
  const largest = logs.reduce((maximum, log) => Math.max(maximum, log));
  const sum = (terms: number[]): number => terms.reduce((total, log) => total + Math.exp(log - largest), 0);
  return sum(logs.slice(Math.max(0, hits - fewest))) / sum(logs);
}
