import { studentTwoSided } from "@pdp/basics/statistics";
import { curveAt, type LogisticCurve, logDoses, type Observation } from "./logisticCurve.ts";

/** Limits of an EC50, in the unit of the doses; null on a side where the responses do not limit it. */
interface Limits {
  low: number | null;
  high: number | null;
}

/** Probability outside the interval. */
const OUTSIDE = 0.05;
/** Step of the search for a limit, in natural logarithms, and number of halvings of the step that contains it. */
const STEP = 0.1 * Math.LN10;
const HALVINGS = 12;

/**
 * Returns the 95 % profile-likelihood interval of the EC50. It contains the values for which the best curve is not
 * significantly worse than the best curve overall. `freedom` is the number of responses minus the number of parameters.
 */
export function profileInterval(
  values: readonly Observation[],
  best: LogisticCurve,
  freedom: number,
): Limits {
  // A perfect fit would make every other curve significantly worse by rounding errors.
  const minSquares = Math.max(best.squares, Number.EPSILON * scaleOf(values));
  const isInside = (logEc50: number) => {
    const excess = Math.max(0, curveAt(values, logEc50).squares / minSquares - 1);
    return studentTwoSided(Math.sqrt(excess * freedom), freedom) >= OUTSIDE;
  };
  const { first, last } = logDoses(values);
  const middle = Math.log(best.ec50);
  const limit = (step: number, end: number): number | null => {
    let inside = middle;
    while (isInside(inside + step)) {
      inside += step;
      if ((end - inside) / step < 1) return null;
    }
    let outside = inside + step;
    for (let halving = 0; halving < HALVINGS; halving += 1) {
      const at = (inside + outside) / 2;
      if (isInside(at)) inside = at;
      else outside = at;
    }
    return Math.exp((inside + outside) / 2);
  };
  return { low: limit(-STEP, first), high: limit(STEP, last) };
}

function scaleOf(values: readonly Observation[]): number {
  return values.reduce((sum, { response }) => sum + response * response, 0) || 1;
}
