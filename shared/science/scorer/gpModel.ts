import type { Random } from "@pdp/basics/statistics";
import type { Matrix } from "../linearAlgebra/matrix.ts";
import type { Threads } from "../linearAlgebra/threads.ts";
import { gaussianProcess } from "./gaussianProcess.ts";
import type { GpParameters } from "./gpCovariance.ts";
import { fitGpHyperparameters } from "./gpHyperparameters.ts";
import type { GpTargets } from "./marginalLikelihood.ts";
import { fitMeanModel, type MeanModel, predictMean } from "./meanModel.ts";
import type { MutationContext } from "./mutationContext.ts";
import { mutationRows } from "./mutationRows.ts";
import type { TrainingVariants } from "./trainingVariants.ts";

/** Model name used in reports. */
export const MODEL_NAME = "a Gaussian process over residue embeddings";

/**
 * Parameters and rows for conditioning a Gaussian process again, because its Cholesky factor is cheaper to compute than to
 * store. Plain data.
 */
export interface GpModel {
  parameters: GpParameters;
  /** Model of the rows not used for conditioning; its predictions are the mean of the process. Null if there is none. */
  mean: MeanModel | null;
  /** Rows × length, residue indices. */
  residues: Uint8Array;
  /** Residuals of the values after subtracting the mean. */
  targets: Float64Array;
  counts: Float64Array;
}

/** Maximum number of rows used to condition a Gaussian process and to fit its parameters. */
const MAX_GP_ROWS = 4_000;
const MAX_PARAMETER_ROWS = 1_000;
/** Number of rows above which the parameter search starts from the parameters of a smaller sample. */
const MIN_PILOTED_ROWS = 500;
const PILOT_ROWS = 250;
/** Minimum number of rows excluded from the conditioning for which a separate model is fitted. */
const MIN_MEAN_ROWS = 4_000;

export interface FitGpOptions {
  threads?: Threads | undefined;
  /** Maximum number of rows used to fit the parameters. */
  parameterRows?: number;
}

/**
 * Fits a Gaussian process, using a random sample of the variants if there are too many. If many more variants remain, the mean
 * of the process is a linear model of the remaining variants: because the linear model has not seen the sample, its errors
 * there are typical of its errors elsewhere.
 */
export function fitGp(
  context: MutationContext,
  variants: TrainingVariants,
  random: Random,
  { threads, parameterRows = MAX_PARAMETER_ROWS }: FitGpOptions = {},
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

/** Fits the model of the rows that are not used to condition the process. */
function fitMean(
  context: MutationContext,
  { sequences, targets, counts }: TrainingVariants,
  rows: Uint32Array,
  random: Random,
): MeanModel | null {
  if (rows.length < MIN_MEAN_ROWS) return null;
  const left = {
    sequences: Array.from(rows, (row) => sequences[row]!),
    targets: Float64Array.from(rows, (row) => targets[row]!),
    counts: Float64Array.from(rows, (row) => counts[row]!),
  };
  return fitMeanModel(context.reference, left, random.fork("mean"));
}

function residualsOf(
  context: MutationContext,
  { sequences, targets }: TrainingVariants,
  mean: MeanModel | null,
): Float64Array {
  if (mean === null) return targets;
  const predicted = predictMean(mean, context.reference, sequences);
  return targets.map((target, row) => target - predicted[row]!);
}

/** Number of sequences processed at a time, because their covariances with all training rows are in memory together. */
const CHUNK = 1_000;

export interface OpenGp {
  /** Predicts the mean and variance of the sequences' true values. */
  predict(sequences: readonly Uint8Array[]): { mean: Float64Array; variance: Float64Array };
  /** Returns the joint covariance, sequences × sequences. */
  covariance(sequences: readonly Uint8Array[]): Matrix;
}

export function openGp(context: MutationContext, model: GpModel, threads?: Threads): OpenGp {
  const { reference } = context;
  const targets = targetsOf(context, model);
  const process = gaussianProcess(context, model.parameters, targets, threads);
  const meanBefore = (sequences: readonly Uint8Array[]): Float64Array =>
    model.mean ? predictMean(model.mean, reference, sequences) : new Float64Array(sequences.length);
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
  return {
    predict,
    covariance: (sequences) => process.covariance(mutationRows(sequences, reference)),
  };
}

/** Returns the rows that condition a model. */
function targetsOf({ reference }: MutationContext, model: GpModel): GpTargets {
  const { length } = reference;
  const known = Array.from(model.targets, (_, row) =>
    model.residues.subarray(row * length, (row + 1) * length),
  );
  return { rows: mutationRows(known, reference), values: model.targets, counts: model.counts };
}

function gpTargets(context: MutationContext, variants: TrainingVariants, chosen: Uint32Array): GpTargets {
  const sequences = Array.from(chosen, (row) => variants.sequences[row]!);
  return {
    rows: mutationRows(sequences, context.reference),
    values: Float64Array.from(chosen, (row) => variants.targets[row]!),
    counts: Float64Array.from(chosen, (row) => variants.counts[row]!),
  };
}
