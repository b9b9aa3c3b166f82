import type { Scale } from "#client/requests/trainRequest.ts";

/** Ratio of the largest value to the least one, or to the median, above which values are compared as ratios. */
const [WIDE, FAR] = [10, 3];

/**
 * Proposes ratios for values that are not negative and lie over more than a decade, or far above their median where some
 * are zero, as activities of dead variants are; differences for all others.
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
