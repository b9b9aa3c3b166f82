/** Number of events in each second, by seconds since 1970. */
export type CountsBySecond = ReadonlyMap<number, number>;

export interface BucketLimits {
  /** Tokens that are added each second. */
  ratePerSecond: number;
  /** Maximum number of tokens. */
  burst: number;
}

/**
 * Returns the tokens that a bucket contains at the end of a second, after the counted events have each taken one. The bucket was
 * full before the first count. A negative number is a debt: events that were counted too late to be refused.
 */
export function tokensLeft(
  counts: CountsBySecond,
  { ratePerSecond, burst }: BucketLimits,
  second: number,
): number {
  let tokens = burst;
  let last = second;
  for (const [index, at] of [...counts.keys()]
    .filter((at) => at <= second)
    .sort((a, b) => a - b)
    .entries()) {
    if (index > 0) tokens = Math.min(burst, tokens + (at - last) * ratePerSecond);
    tokens -= counts.get(at) ?? 0;
    last = at;
  }
  return Math.min(burst, tokens + (second - last) * ratePerSecond);
}
