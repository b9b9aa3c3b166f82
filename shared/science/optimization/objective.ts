/**
 * Function to minimize: writes the gradient at x to `gradient` and returns the value. A value that is not finite means that x
 * is outside the domain; a search then takes a shorter step.
 */
export type Objective = (x: Float64Array, gradient: Float64Array) => number;

/** Evaluated point of an objective. */
export interface Evaluated {
  x: Float64Array;
  value: number;
  gradient: Float64Array;
}
