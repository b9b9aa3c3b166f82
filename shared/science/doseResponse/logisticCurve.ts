/** Response at a dose. Doses are zero or positive. */
export interface Observation {
  dose: number;
  response: number;
}

/** Four-parameter logistic curve: atZero + (atHigh − atZero) · doseˢ / (doseˢ + ec50ˢ), with s = slope. */
export interface LogisticCurve {
  ec50: number;
  slope: number;
  /** Response without a dose. */
  atZero: number;
  /** Response that the curve approaches at high doses. */
  atHigh: number;
  /** Sum of squared residuals. */
  squares: number;
}

/** Steepest and flattest slope. Beyond them, a curve is a step, or a line over all doses. */
const [MIN_SLOPE, MAX_SLOPE] = [0.3, 5];
const SLOPES = Array.from({ length: 16 }, (_, at) => MIN_SLOPE * (MAX_SLOPE / MIN_SLOPE) ** (at / 15));
/** Iterations of a golden-section search: the last interval is 10⁻⁵ of the first. */
const ITERATIONS = 24;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Maximum distance of the EC50 from the doses, and step size of the search, in decades. */
const [REACH, STEP] = [2, 0.1];

/** Returns the response of a curve at a dose. */
export function responseAt({ ec50, slope, atZero, atHigh }: LogisticCurve, dose: number): number {
  return atZero + (atHigh - atZero) * occupancy(dose, Math.log(ec50), slope);
}

/** Returns the curve with the smallest sum of squares. */
export function bestCurve(values: readonly Observation[]): LogisticCurve {
  const { first, last } = logDoses(values);
  const steps = Math.ceil((last - first) / (STEP * Math.LN10));
  let best = curveAt(values, first);
  for (let step = 1; step <= steps; step += 1) {
    const curve = curveAt(values, first + step * STEP * Math.LN10);
    if (curve.squares < best.squares) best = curve;
  }
  const middle = Math.log(best.ec50);
  const at = minimumIn(middle - STEP * Math.LN10, middle + STEP * Math.LN10, (logEc50) => {
    return curveAt(values, logEc50).squares;
  });
  const refined = curveAt(values, at);
  return refined.squares < best.squares ? refined : best;
}

/** Returns the natural logarithms of the smallest and largest EC50 that are considered. */
export function logDoses(values: readonly Observation[]): { first: number; last: number } {
  const logs = values.flatMap(({ dose }) => (dose > 0 ? [Math.log(dose)] : []));
  return {
    first: Math.min(...logs) - REACH * Math.LN10,
    last: Math.max(...logs) + REACH * Math.LN10,
  };
}

/** Returns the best curve with a given EC50, stated as its natural logarithm. */
export function curveAt(values: readonly Observation[], logEc50: number): LogisticCurve {
  let best = withPlateaus(values, logEc50, MIN_SLOPE);
  let at = 0;
  for (const [index, slope] of SLOPES.entries()) {
    const curve = withPlateaus(values, logEc50, slope);
    if (curve.squares < best.squares) [best, at] = [curve, index];
  }
  const [from, to] = [SLOPES[Math.max(0, at - 1)], SLOPES[Math.min(SLOPES.length - 1, at + 1)]];
  const slope = Math.exp(
    minimumIn(Math.log(from ?? MIN_SLOPE), Math.log(to ?? MAX_SLOPE), (log) => {
      return withPlateaus(values, logEc50, Math.exp(log)).squares;
    }),
  );
  const refined = withPlateaus(values, logEc50, slope);
  return refined.squares < best.squares ? refined : best;
}

/** Returns the curve with a given EC50 and slope; its plateaus come from a linear regression on the occupancy. */
function withPlateaus(values: readonly Observation[], logEc50: number, slope: number): LogisticCurve {
  const count = values.length;
  const occupied = values.map(({ dose }) => occupancy(dose, logEc50, slope));
  const meanX = occupied.reduce((sum, x) => sum + x, 0) / count;
  const meanY = values.reduce((sum, { response }) => sum + response, 0) / count;
  let [xx, xy, yy] = [0, 0, 0];
  for (const [index, { response }] of values.entries()) {
    const [x, y] = [(occupied[index] ?? 0) - meanX, response - meanY];
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const rise = xx > Number.EPSILON ? xy / xx : 0;
  const atZero = meanY - rise * meanX;
  const squares = Math.max(0, yy - rise * xy);
  return { ec50: Math.exp(logEc50), slope, atZero, atHigh: atZero + rise, squares };
}

/** Share of the way from one plateau to the other. */
function occupancy(dose: number, logEc50: number, slope: number): number {
  return dose <= 0 ? 0 : 1 / (1 + Math.exp(slope * (logEc50 - Math.log(dose))));
}

/** Golden-section search for the minimum of a function with one minimum in the interval. */
function minimumIn(from: number, to: number, valueAt: (x: number) => number): number {
  let [low, high] = [from, to];
  let [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  let [atLeft, atRight] = [valueAt(left), valueAt(right)];
  for (let step = 0; step < ITERATIONS; step += 1) {
    if (atLeft <= atRight) {
      [high, right, atRight] = [right, left, atLeft];
      left = high - GOLDEN * (high - low);
      atLeft = valueAt(left);
    } else {
      [low, left, atLeft] = [left, right, atRight];
      right = low + GOLDEN * (high - low);
      atRight = valueAt(right);
    }
  }
  return (low + high) / 2;
}
