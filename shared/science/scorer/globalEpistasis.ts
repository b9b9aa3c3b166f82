import type { Random } from "@pdp/basics/statistics";
import { minimize } from "../optimization/lbfgs.ts";
import { type RidgeFit, ridge } from "./ridge.ts";
import type { SelectedRidge } from "./ridgePenalty.ts";
import { multiplySparse, multiplySparseTransposed, type SparseRows, sparseRowCount } from "./sparseRows.ts";
import { selectRows, type WeightedRows, weightedSquares } from "./weightedRows.ts";

/**
 * Model y = g(φ), φ = intercept + x · coefficients: effects are additive on a latent scale, which an increasing curve maps to
 * the measured scale (Otwinowski, McCandlish & Plotkin 2018). g(φ) = base + exp(s₀) φ + Σ exp(sₖ) tanh((φ − tₖ) / width).
 * Plain data.
 */
export interface GlobalEpistasis {
  intercept: number;
  coefficients: Float64Array;
  base: number;
  /** s₀, s₁ …: the logarithms of the slope and of the step heights. */
  heights: Float64Array;
  knots: Float64Array;
  width: number;
}

const KNOTS = 8;
/** Range of the knots as a multiple of the middle 96 % of the latent values. */
const KNOT_REACH = 1.2;
/** Initial shares of the slope and of each step in the rise of the curve. */
const START_SHARES = new Float64Array(1 + KNOTS).fill(0.2 / KNOTS).fill(0.8, 0, 1);
const START_LOGARITHMS = START_SHARES.map(Math.log);
const ITERATIONS = 60;
const MIN_SHARE = 1e-6;

interface Penalties {
  /** Penalty on the squared coefficients. */
  coefficients: number;
  /** Penalty on the squared differences between the logarithms of the shares and their initial values. */
  shape: number;
}

/**
 * Penalties to try, starting from nearly straight curves; those on the coefficients are multiples of the ridge regression's
 * penalty.
 */
const PENALTIES: readonly Penalties[] = [
  { coefficients: 3, shape: 50 },
  { coefficients: 1, shape: 50 },
  { coefficients: 1, shape: 5 },
  { coefficients: 0.3, shape: 5 },
  { coefficients: 0.1, shape: 1 },
  { coefficients: 0.03, shape: 0.1 },
];
/** One out of this many rows is used to select the penalties; if there are more rows, a sample is sufficient. */
const HELD_OUT = 4;
const MAX_TRIAL_ROWS = 20_000;

/**
 * Fits the model, starting from a ridge regression and its penalty. Uses the penalties with the smallest errors on held-out
 * rows.
 */
export function fitGlobalEpistasis(
  rows: WeightedRows,
  { penalty, fit }: SelectedRidge,
  random: Random,
): GlobalEpistasis {
  const order = random.shuffle(Uint32Array.from(rows.y, (_, row) => row)).slice(0, MAX_TRIAL_ROWS);
  const part = (isHeldOut: boolean): WeightedRows =>
    selectRows(
      rows,
      order.filter((_, index) => (index % HELD_OUT === 0) === isHeldOut),
    );
  const [train, test] = [part(false), part(true)];
  const from = ridge(train.x, train.y, train.weights, penalty);
  const tried = PENALTIES.map((penalties) => ({
    ...penalties,
    coefficients: penalties.coefficients * penalty,
  }));
  const errors = tried.map((penalties) =>
    weightedSquares(predictGlobalEpistasis(fitCurve(train, from, penalties), test.x), test),
  );
  return fitCurve(rows, fit, tried[errors.indexOf(Math.min(...errors))]!);
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

interface Problem extends WeightedRows {
  penalties: Penalties;
  knots: Float64Array;
  width: number;
  /** Step heights with which the curve rises by as much as the latent value from the first to the last knot. */
  rises: Float64Array;
}

/**
 * Fits the model with these penalties. From the first to the last knot, the curve rises by as much as the latent value, and
 * its parameters are the logarithms of the shares that the slope and the steps contribute. With free heights, the coefficients
 * could be small and escape their penalty.
 */
function fitCurve(rows: WeightedRows, from: RidgeFit, penalties: Penalties): GlobalEpistasis {
  const { x } = rows;
  const { knots, width } = placeKnots(x, from);
  const last = knots.at(-1)!;
  const rises = knots.map(
    (knot) => (last - knots[0]!) / (Math.tanh((last - knot) / width) - Math.tanh((knots[0]! - knot) / width)),
  );
  const problem: Problem = { ...rows, penalties, knots, width, rises };
  const scales = scalesOf(problem);
  const start = new Float64Array(scales.length);
  start.set(from.coefficients);
  start[x.width] = from.intercept;
  start.set(START_LOGARITHMS, x.width + 2);
  const unscale = (at: Float64Array): Float64Array => at.map((value, index) => value * scales[index]!);
  const objective = (at: Float64Array, gradient: Float64Array): number => {
    const loss = penalizedLoss(unscale(at), gradient, problem);
    for (const [index, scale] of scales.entries()) gradient[index] = gradient[index]! * scale;
    return loss;
  };
  const { x: minimum } = minimize(
    objective,
    start.map((value, index) => value / scales[index]!),
    { iterations: ITERATIONS, valueTolerance: 1e-8 },
  );
  const weights = unscale(minimum);
  const shares = sharesOf(weights.subarray(x.width + 2));
  return {
    intercept: weights[x.width]!,
    coefficients: weights.slice(0, x.width),
    base: weights[x.width + 1]!,
    heights: shares.map((share, index) =>
      Math.log(Math.max(share, MIN_SHARE) * (index === 0 ? 1 : rises[index - 1]!)),
    ),
    knots,
    width,
  };
}

/** Places the knots evenly around the middle 96 % of the latent values. */
function placeKnots(x: SparseRows, from: RidgeFit): { knots: Float64Array; width: number } {
  const latent = multiplySparse(x, from.coefficients).map((value) => value + from.intercept);
  const sorted = latent.sort();
  const low = sorted[Math.floor(0.02 * sorted.length)]!;
  const high = sorted[Math.floor(0.98 * (sorted.length - 1))]!;
  const width = Math.max((KNOT_REACH * (high - low)) / (KNOTS - 1), 1e-3);
  const first = (low + high - width * (KNOTS - 1)) / 2;
  return { knots: Float64Array.from({ length: KNOTS }, (_, index) => first + index * width), width };
}

/** Computes shares that add up to 1 from their logarithms; the sum of the logarithms is arbitrary. */
function sharesOf(logarithms: Float64Array): Float64Array {
  const largest = Math.max(...logarithms);
  const powers = logarithms.map((value) => Math.exp(value - largest));
  const sum = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / sum);
}

/**
 * Returns approximately the reciprocal square roots of the second derivatives of the loss. In these units, all parameters have
 * about the same curvature, and the minimum is found in fewer steps.
 */
function scalesOf({ x, weights, penalties, knots }: Problem): Float64Array {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const squares = multiplySparseTransposed(
    { ...x, values: x.values.map((value) => value * value) },
    weights,
  ).map((sum) => 1 / Math.sqrt(sum + penalties.coefficients));
  const variance = (knots.at(-1)! - knots[0]!) ** 2 / 12;
  const scales = new Float64Array(x.width + 2 + 1 + knots.length).fill(1 / Math.sqrt(total));
  scales.set(squares);
  scales.set(
    START_SHARES.map((share) => 1 / Math.sqrt(total * variance * share * share + penalties.shape)),
    x.width + 2,
  );
  return scales;
}

/**
 * Computes half of the squared errors and penalties, and the gradient, as a function of the coefficients, intercept, base and
 * logarithms of the shares, in this order.
 */
function penalizedLoss(at: Float64Array, gradient: Float64Array, problem: Problem): number {
  const { x, y, weights, knots, width, rises, penalties } = problem;
  const columns = x.width;
  const logarithms = at.subarray(columns + 2);
  const shares = sharesOf(logarithms);
  const latent = multiplySparse(x, at.subarray(0, columns));
  const pull = new Float64Array(sparseRowCount(x));
  const pullOfShares = new Float64Array(shares.length);
  const steps = new Float64Array(knots.length);
  // Knots are one width apart, so that all steps of a row follow from a single exponential: tanh z = 1 − 2 / (exp(2z) + 1).
  const decays = knots.map((_, index) => Math.exp(-2 * index));
  gradient.fill(0);
  let loss = 0;
  for (let row = 0; row < pull.length; row += 1) {
    const phi = latent[row]! + at[columns]!;
    let value = at[columns + 1]! + shares[0]! * phi;
    let slope = shares[0]!;
    const growth = Math.exp((2 * (phi - knots[0]!)) / width);
    for (let index = 0; index < steps.length; index += 1) {
      const height = shares[index + 1]! * rises[index]!;
      const step = 1 - 2 / (growth * decays[index]! + 1);
      steps[index] = step;
      value += height * step;
      slope += (height * (1 - step * step)) / width;
    }
    const residual = weights[row]! * (value - y[row]!);
    loss += 0.5 * residual * (value - y[row]!);
    pull[row] = residual * slope;
    gradient[columns] = gradient[columns]! + pull[row]!;
    gradient[columns + 1] = gradient[columns + 1]! + residual;
    pullOfShares[0] = pullOfShares[0]! + residual * phi;
    for (let index = 0; index < steps.length; index += 1) {
      pullOfShares[index + 1] = pullOfShares[index + 1]! + residual * rises[index]! * steps[index]!;
    }
  }
  const mean = shares.reduce((sum, share, index) => sum + share * pullOfShares[index]!, 0);
  for (const [index, start] of START_LOGARITHMS.entries()) {
    const difference = logarithms[index]! - start;
    gradient[columns + 2 + index] =
      shares[index]! * (pullOfShares[index]! - mean) + penalties.shape * difference;
    loss += 0.5 * penalties.shape * difference ** 2;
  }
  const back = multiplySparseTransposed(x, pull);
  for (let column = 0; column < columns; column += 1) {
    gradient[column] = back[column]! + penalties.coefficients * at[column]!;
    loss += 0.5 * penalties.coefficients * at[column]! ** 2;
  }
  return loss;
}
