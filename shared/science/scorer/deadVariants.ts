/** Minimum share of dead variants, and minimum number and share of active ones. */
const MIN_DEAD_SHARE = 2 / 3;
const MIN_ACTIVE = 10;
const MIN_ACTIVE_SHARE = 0.05;
/** Minimum Ashman's D (Ashman, Bird & Zepf 1994) between the groups. It is 2.7 for the halves of a normal distribution. */
const MIN_SEPARATION = 6;

/** Division of ascending values into two groups. */
interface Split {
  /** Ashman's D; 0 unless most values are in the lower group. */
  separation: number;
  /** Number of values in the lower group. */
  below: number;
}

/**
 * Returns the value below which variants count as dead, or null unless most variants are dead. The values are divided into
 * two groups by Otsu's method (1979). `targets` are on the scale of the model: values of active variants that vary by a factor
 * and are modeled as sums do not count as separate, because their noise is not that of one process.
 */
export function deadLimit(targets: Float64Array): number | null {
  const sorted = targets.slice().sort();
  const { separation, below } = splitSorted(sorted);
  return separation < MIN_SEPARATION ? null : (sorted[below - 1]! + sorted[below]!) / 2;
}

/** Divides ascending values so that the variance between the groups is largest. */
function splitSorted(values: Float64Array): Split {
  const count = values.length;
  const total = values.reduce((sum, value) => sum + value, 0);
  let [sum, largest, below] = [0, 0, 0];
  for (const [index, value] of values.entries()) {
    sum += value;
    const size = index + 1;
    if (size === count || values[size] === value) continue;
    const between = (sum / size - (total - sum) / (count - size)) ** 2 * size * (count - size);
    if (between > largest) [largest, below] = [between, size];
  }
  const active = count - below;
  const isMostlyDead =
    below >= MIN_DEAD_SHARE * count && active >= Math.max(MIN_ACTIVE, MIN_ACTIVE_SHARE * count);
  if (!isMostlyDead) return { separation: 0, below };
  const [low, high] = [momentsOf(values.subarray(0, below)), momentsOf(values.subarray(below))];
  const spread = Math.sqrt((low.variance + high.variance) / 2);
  return { separation: (high.mean - low.mean) / Math.max(spread, Number.MIN_VALUE), below };
}

export function momentsOf(values: Float64Array): { mean: number; variance: number } {
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2 / values.length, 0);
  return { mean, variance };
}
