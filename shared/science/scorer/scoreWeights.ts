import { normalCdf } from "@pdp/basics/statistics";
import { choleskySolve } from "../linearAlgebra/cholesky.ts";
import { dot } from "../linearAlgebra/matrix.ts";
import { conditionedOn } from "./gaussianProcess.ts";
import type { GpParameters } from "./gpCovariance.ts";
import type { GpTargets } from "./marginalLikelihood.ts";
import type { MutationContext } from "./mutationContext.ts";
import { availableKernels, type MutationKernel, scoreChanges } from "./mutationKernels.ts";
import { RESIDUE_KINDS } from "./mutationRows.ts";

/** Odds, before any measurement, that an assay depends on a score, and the probability that its weight is positive. */
const PRIOR_ODDS = 1 / 6;
const POSITIVE_SHARE = 0.9;

/** Maximum number of rows for which scores are weighed one by one; with more rows, the likelihood alone determines their variance. */
const MAX_WEIGHED_ROWS = 500;

/** Fits the parameters of some of the kernels; `value` is the negative logarithm of the likelihood and the priors. */
export type FitKernels = (kernels: readonly MutationKernel[]) => { parameters: GpParameters; value: number };

/**
 * Fits the parameters with user-supplied scores as a prior: the weight of a score is normally distributed around zero, and the
 * marginal likelihood chooses its variance. With few rows, this variance may be large by chance. The expected weight is
 * therefore multiplied by the probability that the assay depends on the score, given the likelihood with and without it; a
 * positive weight is more plausible than a negative one. Scores are added one by one, in the given order.
 */
export function fitWithScores(
  context: MutationContext,
  targets: GpTargets,
  fitKernels: FitKernels,
): GpParameters {
  const kernels = availableKernels(context);
  if (targets.values.length > MAX_WEIGHED_ROWS) return fitKernels(kernels).parameters;
  const scores = kernels.filter((kernel) => scoreChanges(context, kernel) !== null);
  const used = kernels.filter((kernel) => !scores.includes(kernel));
  let best = fitKernels(used);
  const variances = new Map<MutationKernel, number>();
  for (const score of scores) {
    const tried = fitKernels([...used, score]);
    const { reliability, sign } = weightOf(context, tried.parameters, targets, score);
    const chance = 1 / (1 + Math.exp(tried.value - best.value - sign) / PRIOR_ODDS);
    const { variance } = tried.parameters.additive.at(-1)!;
    // The expected weight is proportional to the reliability.
    variances.set(score, (chance * variance * (1 - reliability)) / (1 - chance * reliability));
    if (chance < 0.5) continue;
    best = tried;
    used.push(score);
  }
  const additive = best.parameters.additive.filter(({ kernel }) => !variances.has(kernel));
  return {
    ...best.parameters,
    additive: [...additive, ...Array.from(variances, ([kernel, variance]) => ({ kernel, variance }))],
  };
}

/**
 * Describes the posterior of a score's weight: the share of the least-squares weight that the prior leaves (mean over the
 * directions of a vector), and the logarithm of the factor by which a positive sign is more probable than before.
 */
function weightOf(
  context: MutationContext,
  parameters: GpParameters,
  targets: GpTargets,
  score: MutationKernel,
): { reliability: number; sign: number } {
  const { variance } = parameters.additive.find(({ kernel }) => kernel === score)!;
  const { lower, alpha } = conditionedOn(context, parameters, targets);
  const columns = scoreColumns(context, targets, score);
  const shares = columns.map((column) => variance * dot(column, choleskySolve(lower, column)));
  const reliability = Math.min(1, shares.reduce((sum, share) => sum + share, 0) / columns.length);
  const [column] = columns;
  if (column === undefined || columns.length > 1) return { reliability, sign: 0 };
  const deviation = Math.sqrt(Math.max(variance * (1 - reliability), Number.MIN_VALUE));
  const positive = normalCdf((variance * dot(column, alpha)) / deviation);
  const likely = POSITIVE_SHARE * positive + (1 - POSITIVE_SHARE) * (1 - positive);
  return { reliability, sign: Math.log(2 * likely) };
}

/** Returns the rows' scores relative to the reference, for each direction of a vector. */
function scoreColumns(
  context: MutationContext,
  { rows: { sites, residues, starts, mutations }, values }: GpTargets,
  score: MutationKernel,
): Float64Array[] {
  const changes = scoreChanges(context, score)!;
  const directions = changes.length / (context.reference.length * RESIDUE_KINDS);
  return Array.from({ length: directions }, (_, direction) =>
    values.map((_value, row) => {
      let sum = 0;
      for (let at = starts[row]!; at < starts[row + 1]!; at += 1) {
        const mutation = mutations[at]!;
        const column = sites[mutation]! * RESIDUE_KINDS + residues[mutation]!;
        sum += changes[column * directions + direction]!;
      }
      return sum;
    }),
  );
}
