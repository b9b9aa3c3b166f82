import {
  bootstrapPairs,
  createRandom,
  type Interval,
  normalQuantile,
  pearson,
  type Random,
  spearman,
  spearmanTest,
} from "@pdp/basics/statistics";
import { displayValue, invertTransform } from "./assayTransform.ts";
import { batchQuality } from "./batchQuality.ts";
import { enrichment } from "./enrichment.ts";
import { MODEL_NAME } from "./gpModel.ts";
import { compareLastRound, type LastRound } from "./lastRound.ts";
import { type Learnability, useOf } from "./learnability.ts";
import { type PriorPart, priorParts } from "./priorParts.ts";
import type { AssayPlan, ScorerPlan } from "./scorerPlan.ts";
import type { StageResult } from "./scorerStages.ts";
import { type TopFigures, topFigures } from "./topFigures.ts";
import { usefulChance } from "./usefulChance.ts";
import { type Widening, widening } from "./widening.ts";

/**
 * Accuracy of predictions for an assay: all figures are out-of-fold and based on distinct sequences (replicates are averaged).
 */
export interface AssayEvaluation {
  assay_id: string;
  /** Reason for the missing model, as a sentence; null if the assay has a model. */
  problem: string | null;
  /** Whether the predictions can be used to choose variants; see `useOf`. */
  usable: boolean;
  learnability: Learnability | null;
  /** Rank correlation for mutations at positions unseen in training; NaN if undefined, null without a model. */
  position_spearman: number | null;
  /** Measured values of the variants with the highest and lowest predictions; null without a model. */
  top: { highest: TopFigures; lowest: TopFigures } | null;
  /** Comparison of the last round with a model of the earlier rounds; null without one, and absent in earlier evaluations. */
  last_round?: LastRound | null;
  /** Factors for the deviations of predictions; absent without a model, and in earlier evaluations. */
  widening?: Widening;
  /**
   * Out-of-fold rank correlation with all prior knowledge and without each kind of it, for the same sequences; empty if there
   * is none.
   */
  without: { part: PriorPart["part"]; spearman: number; all: number }[];
}

/** Out-of-fold predictions of the Gaussian process, in the order of the assay's variants. */
export interface FoldPredictions {
  means: Float64Array;
  /** Standard deviation of the mean of each variant's replicates. */
  deviations: Float64Array;
}

const EXPECTED_SHARES = [0.1, 0.25, 0.5, 0.68, 0.8, 0.9, 0.95, 0.99];

/**
 * Maximum number of values for a bootstrap interval; above it, Fisher's interval is used, because bootstrapping is too slow.
 */
const MAX_BOOTSTRAPPED = 5_000;

/** Evaluates an assay from its out-of-fold predictions. `folds` is null if there is no model. */
export function evaluateAssay(
  plan: ScorerPlan,
  assay: AssayPlan,
  folds: FoldPredictions | null,
  results: readonly StageResult[],
): AssayEvaluation {
  const { assayId: assay_id, problem, targets } = assay;
  if (folds === null) {
    const nothing = { learnability: null, position_spearman: null, top: null, without: [] };
    return { assay_id, problem, usable: false, ...nothing };
  }
  const random = createRandom(plan.seed).fork(`${assay_id}/evaluation`);
  const { means: predicted, deviations } = folds;
  const test = spearmanTest(predicted, targets, random.fork("test"));
  const interval = spearmanInterval(predicted, targets, random.fork("interval"));
  const shownOf = (value: number): number => displayValue(assay.transform, value);
  const [observed, shown] = [targets.map(shownOf), predicted.map(shownOf)];
  const measured = { targets, predicted, deviations, invert: inverterOf(assay) };
  const learnability: Learnability = {
    assay_id,
    model: MODEL_NAME,
    rows: assay.rows,
    folds: assay.folds,
    spearman: test.correlation,
    ...interval,
    p_value: test.pValue,
    chance: usefulChance(test.correlation, targets.length),
    enrichment: {
      ...enrichment(targets, predicted, assay.isMinimized ? -1 : 1, random.fork("enrichment")),
      end: assay.isMinimized ? "LOWEST" : "HIGHEST",
    },
    pearson: pearson(predicted, targets),
    rmse: rootMeanSquare(observed.map((value, index) => value - shown[index]!)),
    coverage: coverage(targets, predicted, deviations, 0.95),
    ...(assay.batchOf && { batches: batchQuality(predicted, targets, assay.batchOf) }),
    ...(assay.roundOf && { rounds: batchQuality(predicted, targets, assay.roundOf) }),
    scale: { kind: assay.transform.kind, offset: assay.transform.offset },
    parity: Array.from(observed, (value, index) => ({ observed: value, predicted: shown[index]! })),
    learning_curve: learningCurve(assay, folds, results),
    calibration: EXPECTED_SHARES.map((expected) => ({
      expected,
      observed: coverage(targets, predicted, deviations, expected),
    })),
  };
  const last_round = lastRoundOf(assay, results);
  return {
    assay_id,
    problem,
    last_round,
    widening: widening(folds, targets, last_round?.widening ?? 1),
    usable: useOf(learnability) !== null,
    learnability,
    position_spearman: positionSpearman(assay, results),
    top: { highest: topFigures(measured, 1), lowest: topFigures(measured, -1) },
    without: priorParts(plan.context).map(({ part }, index) => {
      const others = predictedWithout(assay, index, results);
      return { part, ...compareWithout(folds.means, others, targets) };
    }),
  };
}

function inverterOf({ transform }: AssayPlan): (value: number) => number {
  return (value) => invertTransform(transform, value);
}

function lastRoundOf(assay: AssayPlan, results: readonly StageResult[]): LastRound | null {
  const lastRound = results.find((result) => result.kind === "round");
  return lastRound ? compareLastRound(assay, lastRound) : null;
}

/** Returns the rank correlations of predictions without some prior knowledge, and of those with all of it for the same variants. */
function compareWithout(means: Float64Array, others: Float64Array, targets: Float64Array) {
  const all = means.map((mean, index) => (Number.isNaN(others[index]) ? Number.NaN : mean));
  return { spearman: spearman(others, targets), all: spearman(all, targets) };
}

function spearmanInterval(first: Float64Array, second: Float64Array, random: Random): Interval {
  if (first.length <= MAX_BOOTSTRAPPED) return bootstrapPairs(first, second, spearman, random);
  // Standard error of Fisher's z for ranks (Fieller, Hartley & Pearson 1957).
  const z = Math.atanh(spearman(first, second));
  const half = normalQuantile(0.975) * Math.sqrt(1.06 / (first.length - 3));
  return { low: Math.tanh(z - half), high: Math.tanh(z + half) };
}

function learningCurve(
  assay: AssayPlan,
  { means }: FoldPredictions,
  results: readonly StageResult[],
): NonNullable<Learnability["learning_curve"]> {
  const points = results
    .filter((result) => result.kind === "curve")
    .map(({ variants, correlations }) => {
      const present = correlations.filter((value) => !Number.isNaN(value));
      const value = present.reduce((sum, correlation) => sum + correlation, 0) / present.length;
      return { rows: variants, value };
    })
    .filter(({ value }) => !Number.isNaN(value));
  const all = Math.round((assay.variants.length * (assay.folds - 1)) / assay.folds);
  return [...points.filter(({ rows }) => rows < all), { rows: all, value: spearman(means, assay.targets) }];
}

/** Returns the out-of-fold predictions without a kind of prior knowledge; NaN if its stages were skipped. */
function predictedWithout(
  { targets }: AssayPlan,
  part: number,
  results: readonly StageResult[],
): Float64Array {
  const predicted = new Float64Array(targets.length).fill(Number.NaN);
  for (const result of results) {
    if (result.kind !== "without" || result.part !== part) continue;
    for (const [index, variant] of result.held.entries()) predicted[variant] = result.predicted[index]!;
  }
  return predicted;
}

function positionSpearman({ targets }: AssayPlan, results: readonly StageResult[]): number {
  const predicted = new Float64Array(targets.length).fill(Number.NaN);
  const sums = new Float64Array(targets.length);
  const counts = new Float64Array(targets.length);
  for (const result of results) {
    if (result.kind !== "positions") continue;
    for (const [index, variant] of result.held.entries()) {
      if (Number.isNaN(result.predicted[index])) continue;
      sums[variant] = sums[variant]! + result.predicted[index]!;
      counts[variant] = counts[variant]! + 1;
    }
  }
  for (const [index, count] of counts.entries()) if (count > 0) predicted[index] = sums[index]! / count;
  return spearman(predicted, targets);
}

/** Returns the share of the values inside the central interval of the predictive normal distribution. */
function coverage(
  targets: Float64Array,
  predicted: Float64Array,
  deviations: Float64Array,
  share: number,
): number {
  const reach = normalQuantile((1 + share) / 2);
  const inside = targets.filter(
    (target, index) => Math.abs(target - predicted[index]!) <= reach * deviations[index]!,
  );
  return inside.length / targets.length;
}

function rootMeanSquare(errors: Float64Array): number {
  return Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
}
