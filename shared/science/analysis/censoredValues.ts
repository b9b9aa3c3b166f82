import { haveSameChains } from "@pdp/basics/proteins";
import { normalCdf, normalDensity } from "@pdp/basics/statistics";

/** Measurements of one assay; some may be limits. */
export interface CensoredAssay {
  sequences: readonly string[];
  /** Sequence from which substitutions are counted. */
  reference: string;
  /** Values, or limits in place of values; NaN for a limit without a number, and for a missing value. */
  values: Float64Array;
  /** For each row, -1 if the value is below its number, 1 if it is above it, and 0 if it is exact. */
  limits: Int8Array;
  scale: "ADDITIVE" | "MULTIPLICATIVE" | "RANK";
}

const ITERATIONS = 150;
/** Bounds on the weight of the prior (that a substitution has no effect), expressed as a number of measurements. */
const [MIN_PRIOR_ROWS, MAX_PRIOR_ROWS] = [0.05, 2];
/** Smallest probability for which the ratio of the normal density to the distribution function is computed directly. */
const MIN_PROBABILITY = 1e-12;

/**
 * Replaces each limit by its expected value under a Tobit model: additive effects of substitutions, normal noise, and values
 * only known to be on one side of their limits (fitted by expectation maximization). Ratios are compared by their logarithms:
 * ratios without a logarithm, 0 and below, stay unchanged and do not contribute to the model. For ranks, a value below its
 * limit ranks below all others. If there is not a single exact number, all values stay unchanged.
 */
export function expectedValues({ sequences, reference, values, limits, scale }: CensoredAssay): Float64Array {
  if (limits.every((limit) => limit === 0)) return values;
  const isLog = scale === "MULTIPLICATIVE" && values.some((value) => value > 0);
  const numbers = values.filter((value) => (isLog ? value > 0 : !Number.isNaN(value)));
  if (numbers.length === 0) return values;
  const [lowest, highest] = [
    numbers.reduce((a, b) => Math.min(a, b)),
    numbers.reduce((a, b) => Math.max(a, b)),
  ];
  // A limit without a number is treated as the most extreme number.
  const bounds = values.map((value, row) =>
    Number.isNaN(value) && limits[row] !== 0 ? (limits[row] === -1 ? lowest : highest) : value,
  );
  if (scale === "RANK")
    return bounds.map((value, row) =>
      limits[row] === 0 ? value : limits[row] === -1 ? lowest - 1 : highest + 1,
    );
  const known = isLog ? bounds.map((value) => (value > 0 ? Math.log(value) : Number.NaN)) : bounds;
  const expected = maximizeExpectation(known, limits, substitutionsOf(sequences, reference));
  return expected.map((value, row) =>
    limits[row] === 0 || Number.isNaN(value) ? (values[row] as number) : isLog ? Math.exp(value) : value,
  );
}

/** Numbers the substitutions of each sequence; none for a sequence with a chain of a different length than in the reference. */
function substitutionsOf(
  sequences: readonly string[],
  reference: string,
): { rows: Uint32Array[]; count: number } {
  const numbers = new Map<string, number>();
  const rows = sequences.map((sequence) => {
    const substitutions: number[] = [];
    if (!haveSameChains(sequence, reference)) return new Uint32Array();
    for (let site = 0; site < reference.length; site++) {
      if (sequence[site] === reference[site]) continue;
      const name = `${site}${sequence[site]}`;
      const number = numbers.get(name) ?? numbers.size;
      numbers.set(name, number);
      substitutions.push(number);
    }
    return Uint32Array.from(substitutions);
  });
  return { rows, count: numbers.size };
}

function maximizeExpectation(
  bounds: Float64Array,
  limits: Int8Array,
  { rows, count }: { rows: Uint32Array[]; count: number },
): Float64Array {
  const measured = [...bounds.keys()].filter((row) => !Number.isNaN(bounds[row] as number));
  const values = bounds.slice();
  const effects = new Float64Array(count);
  const sums = new Float64Array(count);
  const counts = new Float64Array(count);
  let share = 0;
  for (const row of measured) {
    const effectsOfRow = rows[row] as Uint32Array;
    share += effectsOfRow.length + 1;
    for (const effect of effectsOfRow) counts[effect] = (counts[effect] as number) + effectsOfRow.length + 1;
  }
  let mean = measured.reduce((sum, row) => sum + (values[row] as number), 0) / measured.length;
  const predict = (row: number): number => {
    let sum = mean;
    for (const effect of rows[row] as Uint32Array) sum += effects[effect] as number;
    return sum;
  };
  let variance =
    measured.reduce((sum, row) => sum + ((values[row] as number) - mean) ** 2, 0) / measured.length;
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const sd = Math.sqrt(Math.max(variance, Number.MIN_VALUE));
    let squares = 0;
    let residuals = 0;
    sums.fill(0);
    for (const row of measured) {
      const predicted = predict(row);
      const limit = limits[row] as number;
      const { value, spread } =
        limit === 0
          ? { value: values[row] as number, spread: 0 }
          : beyond(bounds[row] as number, predicted, sd, limit);
      values[row] = value;
      const residual = value - predicted;
      squares += residual ** 2 + spread;
      residuals += residual;
      const effectsOfRow = rows[row] as Uint32Array;
      for (const effect of effectsOfRow) sums[effect] = (sums[effect] as number) + residual;
    }
    variance = squares / measured.length;
    // Each row counts once per effect, plus once for the mean, so that a step never overshoots.
    mean += residuals / share;
    const size = effects.reduce((sum, effect) => sum + effect ** 2, 0) / Math.max(count, 1);
    // Empirical Bayes: the prior follows the size of the estimated effects, within bounds that keep the first steps stable.
    const prior = Math.min(
      MAX_PRIOR_ROWS,
      Math.max(MIN_PRIOR_ROWS, variance / Math.max(size, Number.MIN_VALUE)),
    );
    for (let effect = 0; effect < count; effect++) {
      const current = effects[effect] as number;
      effects[effect] =
        current + ((sums[effect] as number) - prior * current) / ((counts[effect] as number) + prior);
    }
  }
  return values;
}

/** Returns the expected value beyond a limit, and its variance, for a normal distribution around `mean`. */
function beyond(limit: number, mean: number, sd: number, side: number): { value: number; spread: number } {
  // Distance of the limit from the mean, positive towards the side where the value cannot be.
  const distance = (-side * (limit - mean)) / sd;
  const probability = normalCdf(distance);
  if (probability < MIN_PROBABILITY) return { value: limit + (side * sd) / -distance, spread: 0 };
  const ratio = normalDensity(distance) / probability;
  return {
    value: mean + side * sd * ratio,
    spread: Math.max(0, sd ** 2 * (1 - distance * ratio - ratio ** 2)),
  };
}
