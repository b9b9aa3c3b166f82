import { minimize } from "#shared/science/optimization/lbfgs.ts";
import type { RidgeFit } from "./ridge.ts";
import { multiplySparse, multiplySparseTransposed, type SparseRows, sparseRowCount } from "./sparseRows.ts";

/**
 * Model y = g(φ), φ = intercept + x · coefficients: effects are additive on a latent scale, which an increasing curve
 * maps to the measured one (Otwinowski, McCandlish & Plotkin 2018). g(φ) = base + exp(s₀) φ + Σ exp(sₖ) tanh((φ − tₖ) /
 * width). Plain data.
 */
export interface GlobalEpistasis {
  intercept: number;
  coefficients: Float64Array;
  base: number;
  /** s₀, s₁ …: the logarithms of the slope and of the steps' heights. */
  heights: Float64Array;
  knots: Float64Array;
  width: number;
}

const KNOTS = 6;
const ITERATIONS = 150;
const MIN_HEIGHT = -12;

/**
 * Fits the model, starting from the latent values that a ridge fit predicts. `penalty` is of the squared coefficients.
 */
export function fitGlobalEpistasis(
  x: SparseRows,
  y: Float64Array,
  weights: Float64Array,
  from: RidgeFit,
  penalty: number,
): GlobalEpistasis {
  const latent = multiplySparse(x, from.coefficients).map((value) => value + from.intercept);
  const sorted = latent.slice().sort();
  const [low, high] = [
    sorted[Math.floor(0.02 * sorted.length)]!,
    sorted[Math.floor(0.98 * (sorted.length - 1))]!,
  ];
  const width = Math.max((high - low) / (KNOTS - 1), 1e-3);
  const knots = Float64Array.from({ length: KNOTS }, (_, index) => low + index * width);
  const start = new Float64Array(x.width + 2 + 1 + KNOTS);
  start.set(from.coefficients);
  start[x.width] = from.intercept;
  start[x.width + 2] = Math.log(0.5);
  start.fill(Math.log(width / 4), x.width + 3);
  const objective = (at: Float64Array, gradient: Float64Array): number =>
    squaredError(at, gradient, { x, y, weights, knots, width, penalty });
  const { x: found } = minimize(objective, start, { iterations: ITERATIONS, valueTolerance: 1e-7 });
  return {
    intercept: found[x.width]!,
    coefficients: found.slice(0, x.width),
    base: found[x.width + 1]!,
    heights: found.slice(x.width + 2).map((height) => Math.max(height, MIN_HEIGHT)),
    knots,
    width,
  };
}

export function predictGlobalEpistasis(model: GlobalEpistasis, x: SparseRows): Float64Array {
  const { intercept, coefficients, base, heights, knots, width } = model;
  return multiplySparse(x, coefficients).map((sum) => {
    const latent = sum + intercept;
    let value = base + Math.exp(heights[0]!) * latent;
    for (const [index, knot] of knots.entries()) {
      value += Math.exp(heights[index + 1]!) * Math.tanh((latent - knot) / width);
    }
    return value;
  });
}

interface Problem {
  x: SparseRows;
  y: Float64Array;
  weights: Float64Array;
  knots: Float64Array;
  width: number;
  penalty: number;
}

/** Computes the loss at coefficients, intercept, base, slope and heights, in this order. */
function squaredError(at: Float64Array, gradient: Float64Array, problem: Problem): number {
  const { x, y, weights, knots, width, penalty } = problem;
  const columns = x.width;
  const shape = Array.from({ length: 1 + knots.length }, (_, index) =>
    Math.exp(Math.max(at[columns + 2 + index]!, MIN_HEIGHT)),
  );
  const latent = multiplySparse(x, at.subarray(0, columns));
  const pull = new Float64Array(sparseRowCount(x));
  gradient.fill(0);
  let error = 0;
  const steps = new Float64Array(knots.length);
  for (let row = 0; row < pull.length; row += 1) {
    const phi = latent[row]! + at[columns]!;
    let value = at[columns + 1]! + shape[0]! * phi;
    let slope = shape[0]!;
    for (let index = 0; index < steps.length; index += 1) {
      const step = Math.tanh((phi - knots[index]!) / width);
      steps[index] = step;
      value += shape[index + 1]! * step;
      slope += (shape[index + 1]! * (1 - step * step)) / width;
    }
    const residual = weights[row]! * (value - y[row]!);
    error += 0.5 * residual * (value - y[row]!);
    pull[row] = residual * slope;
    gradient[columns] = gradient[columns]! + pull[row]!;
    gradient[columns + 1] = gradient[columns + 1]! + residual;
    gradient[columns + 2] = gradient[columns + 2]! + residual * shape[0]! * phi;
    for (let index = 0; index < steps.length; index += 1) {
      const place = columns + 3 + index;
      gradient[place] = gradient[place]! + residual * shape[index + 1]! * steps[index]!;
    }
  }
  const back = multiplySparseTransposed(x, pull);
  for (let column = 0; column < columns; column += 1) {
    gradient[column] = back[column]! + penalty * at[column]!;
    error += 0.5 * penalty * at[column]! ** 2;
  }
  return error;
}
