/** Returns the values without NaN, in ascending order. */
export function sortPresent(values: ArrayLike<number>): Float64Array {
  const present = new Float64Array(values.length);
  let count = 0;
  let ascending = true;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]!;
    if (Number.isNaN(value)) continue;
    if (count > 0 && value < present[count - 1]!) ascending = false;
    present[count] = value;
    count += 1;
  }
  const kept = count === present.length ? present : present.slice(0, count);
  return ascending ? kept : kept.sort();
}

/**
 * Computes the quantile of ascending values at a share (0 … 1), with linear interpolation (definition 7 of Hyndman & Fan 1996,
 * the default in R and NumPy). NaN if there are no values.
 */
export function quantileSorted(sorted: Float64Array, share: number): number {
  if (!(share >= 0 && share <= 1))
    throw new RangeError(`A quantile's share is between 0 and 1, not ${share}.`);
  const rank = share * (sorted.length - 1);
  const below = sorted[Math.floor(rank)] ?? Number.NaN;
  const above = sorted[Math.ceil(rank)] ?? Number.NaN;
  const fraction = rank - Math.floor(rank);
  return fraction === 0 || below === above ? below : below * (1 - fraction) + above * fraction;
}

/** Computes a quantile. NaN values count as missing, as in all functions in this file; NaN if none are left. */
export function quantile(values: ArrayLike<number>, share: number): number {
  return quantileSorted(sortPresent(values), share);
}

export function quantiles(values: ArrayLike<number>, shares: readonly number[]): Float64Array {
  const sorted = sortPresent(values);
  return Float64Array.from(shares, (share) => quantileSorted(sorted, share));
}

export function median(values: ArrayLike<number>): number {
  return quantile(values, 0.5);
}

/** Ratio of the standard deviation of normal values to their median absolute deviation: 1 / Φ⁻¹(3/4). */
export const NORMAL_CONSISTENCY = 1.482602218505602;

/**
 * Computes a robust standard deviation: the median of the distances from the median, scaled to equal the standard deviation
 * for normal values (Rousseeuw & Croux 1993).
 */
export function medianAbsoluteDeviation(values: ArrayLike<number>): number {
  const sorted = sortPresent(values);
  const center = quantileSorted(sorted, 0.5);
  return NORMAL_CONSISTENCY * median(sorted.map((value) => Math.abs(value - center)));
}
