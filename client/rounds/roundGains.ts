import {
  type AssayGoal,
  goodnessOf,
  type LoadedValue,
  meansBySequence,
  type RoundStep,
} from "./roundProgress.ts";

/** Mean of one variant. */
export interface BestVariant {
  sequence: string;
  value: number;
  /** Number of rows in the mean. */
  rows: number;
}

/** Improvement of the best variant of a round over the best variant measured before. */
export interface RoundGain {
  name: string;
  /** Number of sequences measured in the round, excluding the wild type. */
  variants: number;
  /** Best variant by its rows in this round. */
  best: BestVariant;
  /** Best variant by all earlier rows; null for the first measurements. */
  before: BestVariant | null;
  /** How much better the best variant is; negative if it is worse; null for the first measurements. */
  gain: number | null;
  /** 95 % interval of the gain; null if repeated rows do not state the noise. */
  interval: readonly [low: number, high: number] | null;
}

/** Minimum degrees of freedom of the noise for an interval. */
const MIN_DEGREES = 3;

/**
 * Returns how much each step with measurements improved on everything measured before. The noise is the pooled variance of
 * repeated rows of a sequence within an import, so an interval does not contain differences between plates and days, nor that the
 * best of many variants is partly best by chance. Gains of a TARGET are distances to it.
 */
export function roundGains(
  values: readonly LoadedValue[],
  steps: readonly RoundStep[],
  goal: AssayGoal,
): RoundGain[] {
  const goodness = goodnessOf(goal);
  const bestOf = (candidates: readonly LoadedValue[]): BestVariant =>
    meansBySequence(candidates).reduce((a, b) => (goodness(b.value) > goodness(a.value) ? b : a));
  const noise = pooledNoise(values);
  const before: LoadedValue[] = [];
  return steps.flatMap(({ name, loads }) => {
    const roundValues = values.filter(({ load }) => loads.has(load));
    if (roundValues.length === 0) return [];
    const best = bestOf(roundValues);
    const earlier = before.length === 0 ? null : bestOf(before);
    // An import may have more values than a call may have arguments.
    for (const value of roundValues) before.push(value);
    const variants = new Set(roundValues.map(({ sequence }) => sequence));
    variants.delete(goal.wildType ?? "");
    const gain = earlier === null ? null : goodness(best.value) - goodness(earlier.value);
    const interval =
      gain === null || earlier === null ? null : intervalOf(gain, noise, [best.rows, earlier.rows]);
    return [{ name, variants: variants.size, best, before: earlier, gain, interval }];
  });
}

interface Noise {
  /** Pooled variance of one row. */
  variance: number;
  degrees: number;
}

function pooledNoise(values: readonly LoadedValue[]): Noise | null {
  let [sum, degrees] = [0, 0];
  for (const { variance, rows } of values) {
    if (variance === null || rows < 2) continue;
    sum += (rows - 1) * variance;
    degrees += rows - 1;
  }
  return degrees < MIN_DEGREES ? null : { variance: sum / degrees, degrees };
}

function intervalOf(gain: number, noise: Noise | null, rows: readonly number[]): [number, number] | null {
  if (noise === null) return null;
  const error = Math.sqrt(noise.variance * rows.reduce((sum, n) => sum + 1 / n, 0));
  const half = studentQuantile(noise.degrees) * error;
  return [gain - half, gain + half];
}

/** 97.5 % quantile of the standard normal distribution. */
const Z = 1.959963984540054;

/**
 * Returns the 97.5 % quantile of Student's t distribution by the expansion of Fisher and Cornish (1960), within 1 % from 3 degrees
 * of freedom.
 */
export function studentQuantile(degrees: number): number {
  const [first, second, third] = [
    (Z ** 3 + Z) / 4,
    (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96,
    (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384,
  ];
  return Z + first / degrees + second / degrees ** 2 + third / degrees ** 3;
}

/** States whether a round improved. */
export function gainWords({ gain, interval }: Pick<RoundGain, "gain" | "interval">): string {
  if (gain === null) return "first measurements";
  if (interval === null) return gain > 0 ? "better; the noise is unknown" : "no better";
  if (interval[0] > 0) return "better";
  return interval[1] < 0 ? "worse" : "within the noise";
}
