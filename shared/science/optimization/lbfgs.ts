import { addScaled } from "../linearAlgebra/matrix.ts";
import type { Evaluated, Objective } from "./objective.ts";
import { wolfeSearch } from "./wolfeSearch.ts";

export interface MinimizeOptions {
  /** Number of stored pairs of steps and gradient changes; defaults to 10. */
  memory?: number;
  /** Maximum number of steps; defaults to 200. */
  iterations?: number;
  /** Convergence threshold for the largest element of the gradient; defaults to 1e-6. */
  gradientTolerance?: number;
  /** Convergence threshold for the relative decrease of the value in one step; defaults to 1e-10. */
  valueTolerance?: number;
}

export interface Minimum extends Evaluated {
  iterations: number;
  evaluations: number;
  /** False if the step limit was reached, or if no lower value was found although the gradient is not small. */
  converged: boolean;
}

interface Correction {
  step: Float64Array;
  change: Float64Array;
  /** Reciprocal of step · change. */
  inverse: number;
}

/**
 * Finds a local minimum of a smooth function with L-BFGS (Liu & Nocedal 1989) and a line search for the strong Wolfe
 * conditions. `start` is not changed.
 */
export function minimize(
  objective: Objective,
  start: Float64Array,
  { memory = 10, iterations = 200, gradientTolerance = 1e-6, valueTolerance = 1e-10 }: MinimizeOptions = {},
): Minimum {
  const gradient = new Float64Array(start.length);
  let point: Evaluated = { x: start.slice(), value: objective(start, gradient), gradient };
  if (!Number.isFinite(point.value))
    throw new RangeError(`The search for the minimum starts from an invalid value: ${point.value}.`);
  let evaluations = 1;
  let corrections: Correction[] = [];
  const result = (iterations: number, converged: boolean): Minimum => ({
    ...point,
    iterations,
    evaluations,
    converged,
  });
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    if (largest(point.gradient) <= gradientTolerance) return result(iteration, true);
    const direction = descentDirection(point.gradient, corrections);
    const first = corrections.length === 0 ? Math.min(1, 1 / norm(point.gradient)) : 1;
    const search = wolfeSearch(objective, point, direction, first);
    evaluations += search.evaluations;
    if (search.point === null) {
      if (corrections.length === 0) return result(iteration, false);
      // The stored curvature was misleading: tries once more along the gradient itself.
      corrections = [];
      continue;
    }
    const next = search.point;
    const gain = point.value - next.value;
    corrections = remember(corrections, memory, point, next);
    point = next;
    if (gain <= valueTolerance * Math.max(Math.abs(point.value), Number.MIN_VALUE)) {
      return result(iteration + 1, true);
    }
  }
  return result(iterations, largest(point.gradient) <= gradientTolerance);
}

/** Computes the direction with the two-loop recursion (Nocedal & Wright 2006, algorithm 7.4). */
function descentDirection(gradient: Float64Array, corrections: readonly Correction[]): Float64Array {
  const direction = gradient.map((element) => -element);
  const weights = new Float64Array(corrections.length);
  for (let index = corrections.length - 1; index >= 0; index -= 1) {
    const { step, change, inverse } = corrections[index]!;
    weights[index] = inverse * inner(step, direction);
    addScaled(direction, change, -weights[index]!);
  }
  const last = corrections.at(-1);
  if (last !== undefined) scale(direction, 1 / (last.inverse * inner(last.change, last.change)));
  for (const [index, { step, change, inverse }] of corrections.entries()) {
    addScaled(direction, step, weights[index]! - inverse * inner(change, direction));
  }
  return direction;
}

/** Stores a correction, unless its curvature is not positive, which would lead to a direction of ascent. */
function remember(corrections: Correction[], memory: number, from: Evaluated, to: Evaluated): Correction[] {
  const step = to.x.map((element, index) => element - from.x[index]!);
  const change = to.gradient.map((element, index) => element - from.gradient[index]!);
  const curvature = inner(step, change);
  if (!(curvature > 1e-14 * norm(step) * norm(change))) return corrections;
  return [...corrections, { step, change, inverse: 1 / curvature }].slice(-memory);
}

function inner(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += a[index]! * b[index]!;
  return sum;
}

function scale(values: Float64Array, factor: number): void {
  for (let index = 0; index < values.length; index += 1) values[index] = values[index]! * factor;
}

function norm(values: Float64Array): number {
  return Math.sqrt(inner(values, values));
}

function largest(values: Float64Array): number {
  let size = 0;
  for (const value of values) size = Math.max(size, Math.abs(value));
  return size;
}
