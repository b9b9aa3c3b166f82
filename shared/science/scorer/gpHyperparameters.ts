import type { Matrix } from "../linearAlgebra/matrix.ts";
import type { Threads } from "../linearAlgebra/threads.ts";
import { minimize } from "../optimization/lbfgs.ts";
import type { Objective } from "../optimization/objective.ts";
import type { GpParameters } from "./gpCovariance.ts";
import { type GpTargets, type LikelihoodParts, marginalLikelihood } from "./marginalLikelihood.ts";
import type { MutationContext } from "./mutationContext.ts";
import {
  availableKernels,
  embeddingKernel,
  kernelMatrix,
  type MutationKernel,
  oneHotKernel,
  type PairKernel,
  pairKernel,
} from "./mutationKernels.ts";
import { type MutationRows, rowCount, sumOverPairs } from "./mutationRows.ts";
import { fitWithScores } from "./scoreWeights.ts";

/** Maximum number of variable positions with a separate length scale, provided there are enough rows to estimate them. */
const MAX_OWN_LENGTHS = 8;
const ROWS_PER_LENGTH = 50;

const ITERATIONS = 60;

/**
 * Weak normal priors on the logarithms. They keep parameters that the data do not determine in a sensible range, which matters
 * if there are only a few dozen rows. Lengths are in units of the residues' embeddings, where two residues are 1.4 (I and V)
 * to 5 apart.
 */
const PRIORS = {
  noise: { start: -2, mean: -2, deviation: 3 },
  additive: { start: -4, mean: -4, deviation: 2 },
  structure: { start: -1.5, mean: -1.5, deviation: 1 },
  matern: { start: 0, mean: -1, deviation: 3 },
  length: { start: 2.5, mean: 2, deviation: 1.5 },
  identityLength: { start: 2.5, mean: 2, deviation: 1.5 },
};

/**
 * Standard deviation of the logarithm of the ratio between the variance of each substitution's individual effect and that of
 * the noise. If every substitution was measured once, the data cannot distinguish the two; if all of it were attributed to
 * noise, it would be missing from the intervals of true values.
 */
const OWN_EFFECT_DEVIATION = 1;

/** Range of the logarithms; beyond it, covariances cannot be distinguished from 0 or have no Cholesky factor. */
const MIN_LOG = -10;
const MAX_LOG = 7;

interface FitOptions {
  threads?: Threads | undefined;
  pilot?: GpTargets | undefined;
}

/** Fits the parameters of the covariance, and the weights of user-supplied scores. */
export function fitGpHyperparameters(
  context: MutationContext,
  targets: GpTargets,
  options: FitOptions = {},
): GpParameters {
  return fitWithScores(context, targets, (kernels) => maximizePosterior(context, targets, kernels, options));
}

/**
 * Fits the covariance parameters by maximizing the marginal likelihood (Rasmussen & Williams 2006, equations 5.8 and 5.9)
 * times weak priors, with L-BFGS. `pilot`, a small part of the targets, provides the starting point: steps on the pilot cost
 * almost nothing, and reduce the number of steps needed with all targets. Takes a few seconds for 1,000 rows.
 */
function maximizePosterior(
  context: MutationContext,
  targets: GpTargets,
  kernels: readonly MutationKernel[],
  { threads, pilot }: FitOptions,
): { parameters: GpParameters; value: number } {
  const layout = gpLayout(targets, kernels);
  const options = { iterations: ITERATIONS, valueTolerance: 1e-5, gradientTolerance: 0.05 };
  const { objective, start, parameters } = gpObjective(context, targets, { threads, layout });
  const piloted = pilot && gpObjective(context, pilot, { threads, layout });
  const from = piloted ? minimize(piloted.objective, piloted.start, options).x : start;
  const { x, value } = minimize(objective, from, options);
  return { parameters: parameters(x), value };
}

export interface GpObjective {
  /** Negative logarithm of the marginal likelihood and priors; NaN if out of range. */
  objective: Objective;
  start: Float64Array;
  /** Converts a point in the search space, which consists of logarithms, to parameters. */
  parameters(x: Float64Array): GpParameters;
}

export function gpObjective(
  context: MutationContext,
  targets: GpTargets,
  {
    threads,
    layout = gpLayout(targets, availableKernels(context)),
  }: { threads?: Threads | undefined; layout?: GpLayout } = {},
): GpObjective {
  const { kernels } = layout;
  const parts = lowerTriangles(context, targets.rows, layout);
  const likelihood = marginalLikelihood(parts, targets, threads);
  const priors = [
    PRIORS.noise,
    ...kernels.map((kernel) => (kernel === "structure" ? PRIORS.structure : PRIORS.additive)),
    PRIORS.matern,
    ...Array.from({ length: layout.lengths }, () => PRIORS.length),
    PRIORS.identityLength,
  ];
  const objective = (x: Float64Array, gradient: Float64Array): number => {
    if (x.some((element) => !(element > MIN_LOG && element < MAX_LOG))) return Number.NaN;
    const value = likelihood(x, gradient);
    const prior = ratioPrior(x, gradient, kernels);
    return priors.reduce((sum, { mean, deviation }, index) => {
      const distance = (x[index]! - mean) / deviation;
      gradient[index] = gradient[index]! + distance / deviation;
      return sum + 0.5 * distance ** 2;
    }, value + prior);
  };
  const start = Float64Array.from(priors, (prior) => prior.start);
  return { objective, start, parameters: (x) => parametersOf(x, layout) };
}

/**
 * Adds the gradient of the prior on the ratio between the variances of individual effects and of noise, and returns the prior.
 */
function ratioPrior(x: Float64Array, gradient: Float64Array, kernels: readonly MutationKernel[]): number {
  const at = 1 + kernels.indexOf("identity");
  if (at === 0) return 0;
  const distance = (x[at]! - x[0]!) / OWN_EFFECT_DEVIATION;
  gradient[at] = gradient[at]! + distance / OWN_EFFECT_DEVIATION;
  gradient[0] = gradient[0]! - distance / OWN_EFFECT_DEVIATION;
  return 0.5 * distance ** 2;
}

/** Determines which parameters exist. */
interface GpLayout {
  kernels: readonly MutationKernel[];
  /** Positions with separate length scales. */
  ownSites: Uint32Array;
  lengths: number;
}

function gpLayout(targets: GpTargets, kernels: readonly MutationKernel[]): GpLayout {
  const sites = [...new Set(targets.rows.sites)].sort((a, b) => a - b);
  const enough = targets.values.length >= ROWS_PER_LENGTH * sites.length;
  const ownSites = sites.length <= MAX_OWN_LENGTHS && enough ? sites : [];
  return { kernels, ownSites: Uint32Array.from(ownSites), lengths: Math.max(1, ownSites.length) };
}

function parametersOf(x: Float64Array, { kernels, ownSites, lengths }: GpLayout): GpParameters {
  const logLengths = x.slice(x.length - lengths - 1, x.length - 1);
  return {
    noise: Math.exp(x[0]!),
    additive: kernels.map((kernel, index) => ({ kernel, variance: Math.exp(x[1 + index]!) })),
    maternVariance: Math.exp(x[1 + kernels.length]!),
    sites: ownSites,
    lengthScales: ownSites.length === 0 ? new Float64Array(0) : logLengths.map(Math.exp),
    lengthScale: Math.exp(logLengths.reduce((sum, value) => sum + value / lengths, 0)),
    identityLength: Math.exp(x.at(-1)!),
  };
}

function lowerTriangles(
  context: MutationContext,
  rows: MutationRows,
  { kernels, ownSites }: GpLayout,
): LikelihoodParts {
  const triangle = (kernel: PairKernel): Float64Array =>
    lowerTriangle(sumOverPairs(rows, rows, kernelMatrix(rows, rows, [{ kernel, factor: 1 }])));
  const additive = kernels.map((kernel) => triangle(pairKernel(kernel, context, rows, rows)));
  const weights =
    ownSites.length === 0
      ? [() => 1]
      : [...ownSites].map((site) => (other: number) => (other === site ? 1 : 0));
  const distances = [
    ...weights.map((weight) => embeddingKernel(context, rows, rows, weight)),
    oneHotKernel(rows, rows),
  ].map((kernel) => toDistances(triangle(kernel), rowCount(rows)));
  return { additive, distances };
}

function lowerTriangle({ rows, data }: Matrix): Float64Array {
  const triangle = new Float64Array((rows * (rows + 1)) / 2);
  for (let i = 0, at = 0; i < rows; at += i + 1, i += 1) {
    triangle.set(data.subarray(i * rows, i * rows + i + 1), at);
  }
  return triangle;
}

/** Converts inner products to squared distances, in place. */
function toDistances(products: Float64Array, rows: number): Float64Array {
  const norms = Float64Array.from({ length: rows }, (_, row) => products[(row * (row + 3)) / 2]!);
  for (let i = 0, at = 0; i < rows; i += 1) {
    for (let j = 0; j <= i; j += 1, at += 1) {
      products[at] = Math.max(0, norms[i]! + norms[j]! - 2 * products[at]!);
    }
  }
  return products;
}
