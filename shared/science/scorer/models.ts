import type { Matrix } from "#shared/science/linearAlgebra/matrix.ts";
import type { Threads } from "#shared/science/linearAlgebra/threads.ts";
import type { Random } from "#shared/science/statistics/random.ts";
import { gaussianProcess } from "./gaussianProcess.ts";
import { fitGlobalEpistasis, type GlobalEpistasis, predictGlobalEpistasis } from "./globalEpistasis.ts";
import type { GpParameters } from "./gpCovariance.ts";
import { fitGpHyperparameters } from "./gpHyperparameters.ts";
import { type FeatureLayout, featureLayout, linearFeatures } from "./linearFeatures.ts";
import type { GpTargets } from "./marginalLikelihood.ts";
import type { MutationContext } from "./mutationContext.ts";
import { mutationRows } from "./mutationRows.ts";
import { predictRidge, type RidgeFit } from "./ridge.ts";
import { ridgePenalty, type SelectedRidge } from "./ridgePenalty.ts";

/** Distinct sequences aligned to the reference, with their measurements. */
export interface TrainingVariants {
  sequences: readonly Uint8Array[];
  /** Means of the replicates on the transformed scale. */
  targets: Float64Array;
  /** Number of replicates of each sequence. */
  counts: Float64Array;
}

/** Names of the candidates in reports. */
export const CANDIDATES = {
  gaussianProcess: "a Gaussian process over residue embeddings",
  ridge: "a ridge regression on one-hot residues, mutated positions and their number",
  augmentedRidge: "a ridge regression on these and the sampler's density",
  pairwiseRidge: "a ridge regression on one-hot residues and their pairs",
  globalEpistasis: "additive effects behind a rising curve (global epistasis)",
} as const;
export type CandidateName = keyof typeof CANDIDATES;
export type LinearName = Exclude<CandidateName, "gaussianProcess">;

/** Parameters of a linear model: plain data. */
export interface LinearModel {
  name: LinearName;
  layout: FeatureLayout;
  ridge: RidgeFit;
  /** Curve of the global epistasis, if any. */
  curve: GlobalEpistasis | null;
}

/**
 * Parameters and rows for conditioning a Gaussian process again, as its factor is cheaper to compute than to store.
 * Plain data.
 */
export interface GpModel {
  parameters: GpParameters;
  /** Model of what is left out of the rows, whose predictions are the mean of the process; null if there is none. */
  mean: LinearModel | null;
  /** Rows × length, residue indices. */
  residues: Uint8Array;
  /** Residuals of the values after the mean. */
  targets: Float64Array;
  counts: Float64Array;
}

/** Maximum number of rows that a Gaussian process is conditioned on and that its parameters are fitted to. */
const MAX_GP_ROWS = 4_000;
const MAX_PARAMETER_ROWS = 1_000;
/** From this number of rows on, the search for parameters starts from those of a few of them. */
const MIN_PILOTED_ROWS = 500;
const PILOT_ROWS = 250;
/** From this number of rows beyond the conditioned ones on, these have a model of their own. */
const MIN_MEAN_ROWS = 4_000;
const MIN_EPISTASIS_ROWS = 1_000;
const MIN_PAIRWISE_ROWS = 200;
const MAX_PAIRWISE_SITES = 12;

/** Returns the candidates for this number of variants; the same for all folds, so that they can be compared. */
export function candidatesFor(context: MutationContext, variants: TrainingVariants): CandidateName[] {
  const { sites, starts } = mutationRows(variants.sequences, context.reference);
  const rows = variants.targets.length;
  const multiple = starts.some((start, row) => row > 0 && start - starts[row - 1]! > 1);
  const candidates: CandidateName[] = ["gaussianProcess", "ridge"];
  if (context.scores.length > 0) candidates.push("augmentedRidge");
  if (multiple && rows >= MIN_PAIRWISE_ROWS && new Set(sites).size <= MAX_PAIRWISE_SITES) {
    candidates.push("pairwiseRidge");
  }
  if (multiple && rows >= MIN_EPISTASIS_ROWS) candidates.push("globalEpistasis");
  return candidates;
}

/** Fits linear models. Global epistasis starts from the ridge regression if that is before it, and else from one of its own. */
export function fitLinearModels(
  names: readonly LinearName[],
  context: MutationContext,
  { sequences, targets, counts }: TrainingVariants,
  random: Random,
): LinearModel[] {
  const rows = mutationRows(sequences, context.reference);
  let plain: SelectedRidge | null = null;
  return names.map((name) => {
    const layout = featureLayout(rows, {
      density: name === "augmentedRidge",
      pairs: name === "pairwiseRidge",
      totals: true,
    });
    const x = linearFeatures(rows, layout, context);
    const curved = name === "globalEpistasis";
    const own = random.fork(name);
    const selected = curved && plain !== null ? plain : ridgePenalty(x, targets, counts, own);
    if (name === "ridge") plain = selected;
    const curve = curved ? fitGlobalEpistasis({ x, y: targets, weights: counts }, selected, own) : null;
    return { name, layout, ridge: selected.fit, curve };
  });
}

export function fitLinear(
  name: LinearName,
  context: MutationContext,
  variants: TrainingVariants,
  random: Random,
): LinearModel {
  return fitLinearModels([name], context, variants, random)[0]!;
}

export function predictLinear(
  { layout, ridge, curve }: LinearModel,
  context: MutationContext,
  sequences: readonly Uint8Array[],
): Float64Array {
  const x = linearFeatures(mutationRows(sequences, context.reference), layout, context);
  return curve === null ? predictRidge(ridge, x) : predictGlobalEpistasis(curve, x);
}

/**
 * Fits a Gaussian process, to a random sample of the variants if there are too many. If there are many more, a linear model
 * of those that are left out is its mean: as it has not seen the sample, its errors there are those that it makes elsewhere.
 */
export function fitGp(
  context: MutationContext,
  variants: TrainingVariants,
  random: Random,
  {
    threads,
    parameterRows = MAX_PARAMETER_ROWS,
  }: { threads?: Threads | undefined; parameterRows?: number } = {},
): GpModel {
  const order = random.shuffle(Uint32Array.from(variants.targets, (_, row) => row));
  const mean = fitMean(context, variants, order.slice(MAX_GP_ROWS), random);
  const residuals = { ...variants, targets: residualsOf(context, variants, mean) };
  const sampled = order.slice(0, parameterRows);
  const pilot =
    sampled.length < MIN_PILOTED_ROWS
      ? undefined
      : gpTargets(context, residuals, sampled.slice(0, PILOT_ROWS));
  const parameters = fitGpHyperparameters(context, gpTargets(context, residuals, sampled), {
    threads,
    pilot,
  });
  const chosen = order.slice(0, MAX_GP_ROWS).sort();
  const residues = new Uint8Array(chosen.length * context.reference.length);
  for (const [row, variant] of chosen.entries()) {
    residues.set(variants.sequences[variant]!, row * context.reference.length);
  }
  return {
    parameters,
    mean,
    residues,
    targets: Float64Array.from(chosen, (row) => residuals.targets[row]!),
    counts: Float64Array.from(chosen, (row) => variants.counts[row]!),
  };
}

/** Fits the model of the rows that the process does not see: effects behind a curve, which may be nearly straight. */
function fitMean(
  context: MutationContext,
  { sequences, targets, counts }: TrainingVariants,
  rows: Uint32Array,
  random: Random,
): LinearModel | null {
  if (rows.length < MIN_MEAN_ROWS) return null;
  const left = {
    sequences: Array.from(rows, (row) => sequences[row]!),
    targets: Float64Array.from(rows, (row) => targets[row]!),
    counts: Float64Array.from(rows, (row) => counts[row]!),
  };
  return fitLinear("globalEpistasis", context, left, random.fork("mean"));
}

function residualsOf(
  context: MutationContext,
  { sequences, targets }: TrainingVariants,
  mean: LinearModel | null,
): Float64Array {
  if (mean === null) return targets;
  const predicted = predictLinear(mean, context, sequences);
  return targets.map((target, row) => target - predicted[row]!);
}

/** Number of sequences whose covariances with all training rows are held at once. */
const CHUNK = 1_000;

export interface OpenGp {
  /** Predicts mean and variance of the sequences' true values. */
  predict(sequences: readonly Uint8Array[]): { mean: Float64Array; variance: Float64Array };
  /**
   * Predicts what mutations change, each alone in the reference: the difference of the means. `sites` count from 0,
   * `residues` are the new ones.
   */
  effects(sites: ArrayLike<number>, residues: ArrayLike<number>): Float64Array;
  /** Returns the joint covariance, sequences × sequences. */
  covariance(sequences: readonly Uint8Array[]): Matrix;
}

export function openGp(context: MutationContext, model: GpModel, threads?: Threads): OpenGp {
  const { reference } = context;
  const { length } = reference;
  const known = Array.from(model.targets, (_, row) =>
    model.residues.subarray(row * length, (row + 1) * length),
  );
  const targets = { rows: mutationRows(known, reference), values: model.targets, counts: model.counts };
  const process = gaussianProcess(context, model.parameters, targets, threads);
  const meanBefore = (sequences: readonly Uint8Array[]): Float64Array =>
    model.mean ? predictLinear(model.mean, context, sequences) : new Float64Array(sequences.length);
  function predict(sequences: readonly Uint8Array[]): { mean: Float64Array; variance: Float64Array } {
    const mean = meanBefore(sequences);
    const variance = new Float64Array(sequences.length);
    for (let start = 0; start < sequences.length; start += CHUNK) {
      const chunk = process.meanAndVariance(mutationRows(sequences.slice(start, start + CHUNK), reference));
      for (const [at, value] of chunk.mean.entries()) mean[start + at] = mean[start + at]! + value;
      variance.set(chunk.variance, start);
    }
    return { mean, variance };
  }
  function means(sequences: readonly Uint8Array[]): Float64Array {
    const residuals = process.means(mutationRows(sequences, reference));
    return meanBefore(sequences).map((value, at) => value + residuals[at]!);
  }
  function effects(sites: ArrayLike<number>, residues: ArrayLike<number>): Float64Array {
    const found = new Float64Array(sites.length);
    const base = sites.length === 0 ? 0 : means([reference])[0]!;
    for (let start = 0; start < sites.length; start += CHUNK) {
      const count = Math.min(CHUNK, sites.length - start);
      const singles = Array.from({ length: count }, (_, at) => {
        const sequence = reference.slice();
        sequence[sites[start + at]!] = residues[start + at]!;
        return sequence;
      });
      found.set(means(singles), start);
    }
    return found.map((value) => value - base);
  }
  return {
    predict,
    effects,
    covariance: (sequences) => process.covariance(mutationRows(sequences, reference)),
  };
}

function gpTargets(context: MutationContext, variants: TrainingVariants, chosen: Uint32Array): GpTargets {
  const sequences = Array.from(chosen, (row) => variants.sequences[row]!);
  return {
    rows: mutationRows(sequences, context.reference),
    values: Float64Array.from(chosen, (row) => variants.targets[row]!),
    counts: Float64Array.from(chosen, (row) => variants.counts[row]!),
  };
}
