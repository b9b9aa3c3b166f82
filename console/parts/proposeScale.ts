import type { Scale } from "#client/requests/trainRequest.ts";

/** Ratio of the largest value to the smallest value, or to the median, above which values are compared as ratios. */
const [WIDE, FAR] = [10, 3];

/**
 * Proposes a comparison scale. Ratios suit nonnegative values that span more than a decade or, if some are zero, extend far
 * above their median, which is typical of activities that include dead variants. All other values use differences.
 */
export function proposeScale({
  minimum,
  median,
  maximum,
}: {
  minimum: number;
  median: number;
  maximum: number;
}): Scale {
  const isRatio = minimum > 0 ? maximum / minimum > WIDE : minimum === 0 && maximum > FAR * median;
  return isRatio ? "MULTIPLICATIVE" : "ADDITIVE";
}
