import type { Random } from "#shared/basics/statistics/random.ts";
import type { Matrix } from "#shared/science/linearAlgebra/matrix.ts";
import type { Threads } from "#shared/science/linearAlgebra/threads.ts";
import { momentsOf } from "./deadVariants.ts";
import {
  effectsOf,
  type FitGpOptions,
  fitGp,
  type GpModel,
  MAX_GP_ROWS,
  type OpenGp,
  openGp,
  targetsOf,
} from "./gpModel.ts";
import { leaveOneOut } from "./leaveOneOut.ts";
import type { MutationContext } from "./mutationContext.ts";
import { mutationRows, rowCount } from "./mutationRows.ts";
import { activeChance, fitSurvival, type Survival } from "./survival.ts";
import type { TrainingVariants } from "./trainingVariants.ts";

/**
 * Two-part model of an assay in which most variants are dead: the probability that a variant is active, and its value if it is
 * active (a hurdle model, Cragg 1971). Plain data.
 */
export interface Hurdle {
  /** Mean and variance of the measured values of dead variants, on the transformed scale. */
  dead: { mean: number; variance: number };
  survival: Survival;
}

/** Model of an assay. With a hurdle, the Gaussian process describes only active variants. */
export interface AssayProcess {
  gp: GpModel;
  hurdle: Hurdle | null;
}

/** Minimum number of active and of dead variants. */
const MIN_GROUP = 8;
/** Maximum number of variants in the cross-validation that decides whether a hurdle is used. */
const MAX_JUDGED = 300;
/** Minimum gain in the logarithm of the cross-validated density for using a hurdle. */
const MIN_GAIN = 4;
/** Minimum variance of dead variants: their values may be equal. */
const MIN_VARIANCE = 1e-4;

/**
 * Fits a Gaussian process to all variants, or a hurdle model if variants below a limit are dead and cross-validation clearly
 * favors it. The cross-validation uses a random sample of the variants.
 */
export function fitAssay(
  context: MutationContext,
  variants: TrainingVariants,
  deadBelow: number | null,
  random: Random,
  options: FitGpOptions,
): AssayProcess {
  const count = variants.targets.length;
  if (deadBelow !== null && count <= MAX_GP_ROWS) {
    const own = random.fork("hurdle");
    const judged = new Set(
      own.shuffle(Uint32Array.from(variants.targets, (_, row) => row)).slice(0, MAX_JUDGED),
    );
    const sample = variantsWhere(variants, (row) => judged.has(row));
    const hurdle = fitHurdle(context, sample, deadBelow, own, options);
    const plain = hurdle && fitGp(context, sample, own, options);
    const gain = plain ? hurdle.density() - densityOf(context, plain, options) : 0;
    const fitted = gain >= MIN_GAIN ? fitHurdle(context, variants, deadBelow, own, options) : null;
    if (fitted) return fitted.process;
  }
  return { gp: fitGp(context, variants, random, options), hurdle: null };
}

/** Fits a hurdle model, with the logarithm of its cross-validated density; null if there are too few active or dead variants. */
function fitHurdle(
  context: MutationContext,
  variants: TrainingVariants,
  deadBelow: number,
  random: Random,
  options: FitGpOptions,
): { process: AssayProcess; density: () => number } | null {
  const isActive = Array.from(variants.targets, (target) => target > deadBelow);
  const active = variantsWhere(variants, (row) => isActive[row]!);
  const deadTargets = variants.targets.filter((_, row) => !isActive[row]);
  if (Math.min(active.targets.length, deadTargets.length) < MIN_GROUP) return null;
  const gp = fitGp(context, active, random.fork("active"), options);
  const rows = mutationRows(variants.sequences, context.reference);
  const { survival, heldOut } = fitSurvival({ rows, isActive }, context.reference.length);
  const { mean, variance } = momentsOf(deadTargets);
  const dead = { mean, variance: Math.max(MIN_VARIANCE, variance) };
  const density = () =>
    heldOut.reduce((sum, chance, row) => sum + Math.log(isActive[row] ? chance : 1 - chance), 0) +
    normalDensity(deadTargets, dead) +
    densityOf(context, gp, options);
  return { process: { gp, hurdle: { dead, survival } }, density };
}

function densityOf(context: MutationContext, gp: GpModel, { threads }: FitGpOptions): number {
  return leaveOneOut(gp.parameters, context, targetsOf(context, gp), threads);
}

/** Returns the sum of the logarithms of the values' densities. */
function normalDensity(values: Float64Array, { mean, variance }: Hurdle["dead"]): number {
  const log = Math.log(2 * Math.PI * variance);
  return values.reduce((sum, value) => sum - 0.5 * (log + (value - mean) ** 2 / variance), 0);
}

function variantsWhere(
  { sequences, targets, counts }: TrainingVariants,
  keep: (row: number) => boolean,
): TrainingVariants {
  const isKept = (_: unknown, row: number): boolean => keep(row);
  return {
    sequences: sequences.filter(isKept),
    targets: targets.filter(isKept),
    counts: counts.filter(isKept),
  };
}

/** Opens a model. With a hurdle, predictions have the mean and variance of the mixture of active and dead variants. */
export function openAssay(context: MutationContext, { gp, hurdle }: AssayProcess, threads?: Threads): OpenGp {
  const active = openGp(context, gp, threads);
  if (hurdle === null) return active;
  const { dead, survival } = hurdle;
  function chancesOf(sequences: readonly Uint8Array[]): Float64Array {
    const rows = mutationRows(sequences, context.reference);
    return Float64Array.from({ length: rowCount(rows) }, (_, row) => activeChance(survival, rows, row));
  }
  function predict(sequences: readonly Uint8Array[]): { mean: Float64Array; variance: Float64Array } {
    const { mean, variance } = active.predict(sequences);
    const chances = chancesOf(sequences);
    return {
      mean: mean.map((value, at) => dead.mean + chances[at]! * (value - dead.mean)),
      variance: variance.map((own, at) => {
        const chance = chances[at]!;
        const between = chance * (1 - chance) * (mean[at]! - dead.mean) ** 2;
        return chance * own + (1 - chance) * dead.variance + between;
      }),
    };
  }
  /** Correlations are those of active values, so that equal sequences stay equal. */
  function covariance(sequences: readonly Uint8Array[]): Matrix {
    const joint = active.covariance(sequences);
    const { variance } = predict(sequences);
    const factors = variance.map((own, row) =>
      Math.sqrt(own / Math.max(MIN_VARIANCE, joint.data[row * joint.columns + row]!)),
    );
    for (let at = 0; at < joint.data.length; at += 1)
      joint.data[at] =
        joint.data[at]! * factors[Math.floor(at / joint.columns)]! * factors[at % joint.columns]!;
    return joint;
  }
  const means = (sequences: readonly Uint8Array[]): Float64Array => predict(sequences).mean;
  return {
    predict,
    covariance,
    effects: (sites, residues) => effectsOf(context.reference, means, sites, residues),
  };
}
