import type { Evaluated, Objective } from "./objective.ts";

export interface SearchResult {
  /** Point with a lower value; null if none was found along the direction. */
  point: Evaluated | null;
  evaluations: number;
}

/**
 * Minimum decrease of the value as a share of the decrease predicted from the slope, and maximum share of the slope that may
 * remain.
 */
const DECREASE = 1e-4;
const CURVATURE = 0.9;
const MAX_EVALUATIONS = 40;
const MAX_STEP = 1e20;

/** Step length along the direction, with the value and slope at its end. */
interface Trial extends Evaluated {
  length: number;
  slope: number;
}

/**
 * Finds a step along a descent direction that satisfies the strong Wolfe conditions: extends the step until the minimum is
 * bracketed, then narrows the bracket by cubic interpolation (Nocedal & Wright 2006, algorithms 3.5 and 3.6). If the
 * evaluations run out, returns the lowest point with a sufficient decrease.
 */
export function wolfeSearch(
  objective: Objective,
  from: Evaluated,
  direction: Float64Array,
  firstLength: number,
): SearchResult {
  const origin: Trial = { ...from, length: 0, slope: inner(from.gradient, direction) };
  if (!(origin.slope < 0)) return { point: null, evaluations: 0 };
  let evaluations = 0;
  const tryLength = (length: number): Trial => {
    evaluations += 1;
    const x = from.x.map((element, index) => element + length * direction[index]!);
    const gradient = new Float64Array(x.length);
    const value = objective(x, gradient);
    return { x, value, gradient, length, slope: inner(gradient, direction) };
  };
  const decreases = ({ value, length }: Trial): boolean =>
    value <= origin.value + DECREASE * length * origin.slope;
  const flat = ({ slope }: Trial): boolean => Math.abs(slope) <= -CURVATURE * origin.slope;

  let low = origin;
  let high: Trial | null = null;
  let length = firstLength;
  while (evaluations < MAX_EVALUATIONS && length < MAX_STEP) {
    const trial = tryLength(length);
    if (!isUsable(trial) || !decreases(trial) || trial.value >= low.value) {
      high = trial;
    } else if (flat(trial)) {
      return { point: trial, evaluations };
    } else {
      // The minimum is in the direction of descent: between the new point and either the other end or the previous point.
      if (trial.slope * ((high?.length ?? Number.POSITIVE_INFINITY) - low.length) >= 0) high = low;
      low = trial;
    }
    length = high === null ? 4 * low.length : interpolateTrial(low, high);
    if (high !== null && Math.abs(high.length - low.length) < 1e-15 * Math.abs(low.length)) break;
  }
  return { point: low === origin ? null : low, evaluations };
}

function isUsable({ value, slope }: Trial): boolean {
  return Number.isFinite(value) && Number.isFinite(slope);
}

/** Returns the minimum of the cubic through both ends, or the midpoint if the minimum is too close to an end. */
function interpolateTrial(low: Trial, high: Trial): number {
  const width = high.length - low.length;
  const middle = low.length + width / 2;
  if (!isUsable(high)) return low.length + width / 4;
  const d1 = low.slope + high.slope - (3 * (low.value - high.value)) / (low.length - high.length);
  const square = d1 * d1 - low.slope * high.slope;
  if (!(square >= 0)) return middle;
  const d2 = Math.sign(width) * Math.sqrt(square);
  const length = high.length - (width * (high.slope + d2 - d1)) / (high.slope - low.slope + 2 * d2);
  const share = (length - low.length) / width;
  return share > 0.05 && share < 0.95 ? length : middle;
}

function inner(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += a[index]! * b[index]!;
  return sum;
}
