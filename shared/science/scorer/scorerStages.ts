import { createRandom, type Random, spearman } from "@pdp/basics/statistics";
import type { Threads } from "../linearAlgebra/threads.ts";
import { fitGp, type GpModel, openGp } from "./gpModel.ts";
import { type HeldPredictions, placesOfLastRound } from "./lastRound.ts";
import type { MutationContext } from "./mutationContext.ts";
import { mutationRows } from "./mutationRows.ts";
import { priorParts } from "./priorParts.ts";
import { type AssayPlan, planSequence, type ScorerPlan, trainingVariants } from "./scorerPlan.ts";

/**
 * Part of the training that takes at most about a minute; stages can run in any order and concurrently. `fold` fits the
 * Gaussian process without one fold and predicts that fold, `final` fits it to all data, `positions` predicts mutations at
 * positions that were held out, `curve` predicts from fewer variants, `without` predicts a fold without some of the prior
 * knowledge, and `round` predicts the last round from the earlier ones. Plain data.
 */
export interface ScorerStage {
  kind: "fold" | "final" | "positions" | "curve" | "without" | "round";
  /** Index among the assays of the plan. */
  assay: number;
  /**
   * Index of the fold, of the position group or of the point on the curve. For `without`, all folds of the first kind of
   * prior knowledge precede those of the next.
   */
  index: number;
}

export type StageResult =
  | FoldResult
  | FinalResult
  | PositionsResult
  | WithoutResult
  | CurveResult
  | RoundResult;

export interface FoldResult extends HeldPredictions {
  kind: "fold";
}

export interface RoundResult extends HeldPredictions {
  kind: "round";
}

export interface FinalResult {
  kind: "final";
  gp: GpModel;
}

export interface PositionsResult {
  kind: "positions";
  held: Uint32Array;
  predicted: Float64Array;
}

export interface WithoutResult {
  kind: "without";
  /** Index among the kinds of prior knowledge that is omitted: see `priorParts`. */
  part: number;
  held: Uint32Array;
  predicted: Float64Array;
}

export interface CurveResult {
  kind: "curve";
  variants: number;
  correlations: Float64Array;
}

const POSITION_GROUPS = 5;
/** Shares of the variants outside the predicted fold. */
const CURVE_SHARES = [0.125, 0.25, 0.5];
const CURVE_FOLDS = 3;
/** Maximum number of rows for the learning curve and positions, which are approximate. */
const ROUGH_ROWS = 1_500;
const ROUGH_PARAMETER_ROWS = 300;
const MIN_ROUGH_ROWS = 8;
/** Maximum number of predictions; more would not make their correlations much more precise. */
const MAX_ROUGH_PREDICTIONS = 4_000;

export function scorerStages(plan: ScorerPlan): ScorerStage[] {
  return plan.assays.flatMap((assayPlan, assay) => {
    if (assayPlan.problem !== null) return [];
    const stages = (kind: ScorerStage["kind"], count: number): ScorerStage[] =>
      Array.from({ length: count }, (_, index) => ({ kind, assay, index }));
    return [
      ...stages("fold", assayPlan.folds),
      ...stages("final", 1),
      ...stages("positions", POSITION_GROUPS),
      ...stages("curve", curveSizes(assayPlan).length),
      ...stages("round", placesOfLastRound(assayPlan) === null ? 0 : 1),
      ...stages("without", priorParts(plan.context).length * comparedFolds(assayPlan)),
    ];
  });
}

export function runScorerStage(plan: ScorerPlan, stage: ScorerStage, threads?: Threads): StageResult {
  const assay = plan.assays[stage.assay];
  if (assay === undefined) throw new RangeError(`The plan has no assay ${stage.assay}.`);
  const random = createRandom(plan.seed).fork(`${assay.assayId}/${stage.kind}/${stage.index}`);
  switch (stage.kind) {
    case "fold":
      return runFold(plan, assay, stage.index, random, threads);
    case "final":
      return runFinal(plan, assay, random, threads);
    case "positions":
      return runPositions(plan, assay, stage.index, random, threads);
    case "curve":
      return runCurve(plan, assay, stage.index, random, threads);
    case "round": {
      const heldOut = placesOfLastRound(assay) ?? new Uint32Array();
      return { kind: "round", ...predictHeld(plan, plan.context, assay, heldOut, random, threads) };
    }
    case "without":
      return runWithout(plan, assay, stage.index, random, threads);
  }
}

function runFold(
  plan: ScorerPlan,
  assay: AssayPlan,
  fold: number,
  random: Random,
  threads: Threads | undefined,
): FoldResult {
  const heldOut = filterVariants(assay, (index) => assay.foldOf[index] === fold);
  return { kind: "fold", ...predictHeld(plan, plan.context, assay, heldOut, random, threads) };
}

/** Predicts some variants from the others, with the prior knowledge in `context`. */
function predictHeld(
  plan: ScorerPlan,
  context: MutationContext,
  assay: AssayPlan,
  heldOut: Uint32Array,
  random: Random,
  threads: Threads | undefined,
): HeldPredictions {
  const inside = new Set(heldOut);
  const training = trainingVariants(plan, assay, (index) => !inside.has(index));
  const gp = fitGp(context, training, random.fork("gaussianProcess"), { threads });
  const { mean, variance } = openGp(context, gp, threads).predict(sequencesAt(plan, assay, heldOut));
  return { held: heldOut, means: mean, variances: variance, noise: gp.parameters.noise };
}

function runFinal(
  plan: ScorerPlan,
  assay: AssayPlan,
  random: Random,
  threads: Threads | undefined,
): FinalResult {
  const training = trainingVariants(plan, assay);
  return {
    kind: "final",
    gp: fitGp(plan.context, training, random.fork("gaussianProcess"), { threads }),
  };
}

/**
 * Predicts the variants that have a mutation at any of the group's positions, using a model of the variants that have none
 * there.
 */
function runPositions(
  plan: ScorerPlan,
  assay: AssayPlan,
  group: number,
  random: Random,
  threads: Threads | undefined,
): PositionsResult {
  const { reference } = plan.context;
  const groupOf = positionGroups(plan, assay);
  const isHeld = (index: number): boolean => {
    const sequence = planSequence(plan, assay.variants[index]!);
    return sequence.some((residue, site) => residue !== reference[site] && groupOf.get(site) === group);
  };
  const all = filterVariants(assay, isHeld);
  const inside = new Set(all);
  const kept = filterVariants(assay, (index) => !inside.has(index));
  const heldOut = random.shuffle(all).slice(0, MAX_ROUGH_PREDICTIONS);
  const predicted = predictRoughly(plan, assay, kept, heldOut, random, threads);
  return { kind: "positions", held: heldOut, predicted };
}

/** Assigns variable positions to groups in an order determined by the seed; the groups are the same in every stage. */
function positionGroups(plan: ScorerPlan, assay: AssayPlan): Map<number, number> {
  const rows = mutationRows(
    sequencesAt(
      plan,
      assay,
      filterVariants(assay, () => true),
    ),
    plan.context.reference,
  );
  const sites = Uint32Array.from(new Set(rows.sites)).sort();
  createRandom(plan.seed).fork(`${assay.assayId}/positions`).shuffle(sites);
  return new Map([...sites].map((site, index) => [site, index % POSITION_GROUPS]));
}

/** Returns the number of folds predicted without each kind of prior knowledge: one if there are many variants. */
function comparedFolds({ variants, folds }: AssayPlan): number {
  return variants.length > ROUGH_ROWS ? 1 : folds;
}

/** Predicts a fold without one kind of prior knowledge. */
function runWithout(
  plan: ScorerPlan,
  assay: AssayPlan,
  index: number,
  random: Random,
  threads: Threads | undefined,
): WithoutResult {
  const folds = comparedFolds(assay);
  const [part, fold] = [Math.floor(index / folds), index % folds];
  const context = priorParts(plan.context)[part]!.without;
  const places = filterVariants(assay, (index) => assay.foldOf[index] === fold);
  const { held: heldOut, means } = predictHeld(plan, context, assay, places, random, threads);
  return { kind: "without", part, held: heldOut, predicted: means };
}

/** Returns the training set sizes for the curve, in ascending order. */
function curveSizes({ variants, folds }: AssayPlan): number[] {
  const outside = (variants.length * (folds - 1)) / folds;
  const sizes = CURVE_SHARES.map((share) => Math.min(ROUGH_ROWS, Math.round(share * outside)));
  return [...new Set(sizes)];
}

function runCurve(
  plan: ScorerPlan,
  assay: AssayPlan,
  point: number,
  random: Random,
  threads: Threads | undefined,
): CurveResult {
  const variants = curveSizes(assay)[point] ?? 0;
  const correlations = Array.from({ length: Math.min(CURVE_FOLDS, assay.folds) }, (_, fold) => {
    const foldRandom = random.fork(fold);
    const training = foldRandom
      .shuffle(filterVariants(assay, (index) => assay.foldOf[index] !== fold))
      .slice(0, variants);
    const sameFold = filterVariants(assay, (index) => assay.foldOf[index] === fold);
    const heldOut = foldRandom.shuffle(sameFold).slice(0, MAX_ROUGH_PREDICTIONS);
    const predicted = predictRoughly(plan, assay, training, heldOut, foldRandom, threads);
    return spearman(
      predicted,
      Float64Array.from(heldOut, (index) => assay.targets[index]!),
    );
  });
  return { kind: "curve", variants, correlations: Float64Array.from(correlations) };
}

/** Makes predictions from few rows; all are NaN if there is too little to learn from. */
function predictRoughly(
  plan: ScorerPlan,
  assay: AssayPlan,
  training: Uint32Array,
  heldOut: Uint32Array,
  random: Random,
  threads: Threads | undefined,
): Float64Array {
  if (training.length < MIN_ROUGH_ROWS || heldOut.length === 0)
    return new Float64Array(heldOut.length).fill(Number.NaN);
  const chosen = new Set(random.shuffle(training.slice()).slice(0, ROUGH_ROWS));
  const variants = trainingVariants(plan, assay, (index) => chosen.has(index));
  const gp = fitGp(plan.context, variants, random, { threads, parameterRows: ROUGH_PARAMETER_ROWS });
  return openGp(plan.context, gp, threads).predict(sequencesAt(plan, assay, heldOut)).mean;
}

function filterVariants({ variants }: AssayPlan, holds: (index: number) => boolean): Uint32Array {
  return Uint32Array.from(variants, (_, index) => index).filter(holds);
}

function sequencesAt(plan: ScorerPlan, { variants }: AssayPlan, places: Uint32Array): Uint8Array[] {
  return Array.from(places, (index) => planSequence(plan, variants[index]!));
}
