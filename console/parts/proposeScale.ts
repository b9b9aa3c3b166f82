import type { Scale } from "#client/requests/trainRequest.ts";

/** Ratio of the largest value to the smallest value, or to the median, above which values are compared as ratios. */
const [WIDE, FAR] = [10, 3];

/**
 * Proposes a comparison scale. Ratios suit nonnegative values that span more than a decade or, if some are zero, extend far
 * above their median, which is typical of activities that include dead variants. All other values use differences.
 */
export function proposeScale({
  least,
  median,
  most,
}: {
  least: number;
  median: number;
  most: number;
}): Scale {
  const isRatio = least > 0 ? most / least > WIDE : least === 0 && most > FAR * median;
  return isRatio ? "MULTIPLICATIVE" : "ADDITIVE";
}
