import { createRandom } from "@pdp/basics/statistics";
import { formatCount, formatInteger, formatNumber } from "@pdp/basics/wording";
import { assayName } from "@pdp/science/analysis";
import {
  bestOfBatch,
  type CandidateSpaces,
  changeCount,
  type Goal,
  improvement,
  type SelectedDesign,
} from "@pdp/science/designs";
import type { AssayPredictor, Prediction } from "@pdp/science/models";
import type { Assay } from "#shared/domain/tasks/assay.ts";

export interface BatchGoal {
  goal: Goal;
  predictor: AssayPredictor;
  assay: Assay;
  /** Measured variants of the template's length with the best values in the assay. */
  best: readonly Uint8Array[];
  /** Whether the training found the predictions usable; otherwise, nothing is promised. */
  isUsable: boolean;
  seed: string;
}

/**
 * Explains the purpose of each part of the batch, how it compares with the measured variants, and what its best design may
 * reach.
 */
export function purposeRemarks(selected: readonly SelectedDesign[], batch: BatchGoal): string[] {
  const exploiting = selected.filter(({ purpose }) => purpose === "EXPLOIT").length;
  const learning = selected.filter(({ purpose }) => purpose === "EXPLORE").length;
  const parts = `${formatCount(exploiting, "design")} ${exploiting === 1 ? "is" : "are"} selected for the best expected values, and ${formatInteger(learning)} to learn from (exploration).`;
  if (!batch.isUsable) return [parts];
  const { sign } = batch.goal;
  // With a target, neither the highest nor the lowest value is wanted.
  const best = sign === 0 ? [] : [bestRemark(selected, batch, sign)];
  return [parts, ...againstMeasured(selected, batch), ...best];
}

function againstMeasured(
  selected: readonly SelectedDesign[],
  { goal, predictor, assay, best }: BatchGoal,
): string[] {
  if (best.length === 0) return [];
  const gainsOf = ({ transformedMean }: Prediction): number[] =>
    Array.from(transformedMean, (mean) => improvement(goal, mean));
  const measured = predictor.predict(best);
  const gains = gainsOf(measured);
  const highest = Math.max(...gains);
  const designed = gainsOf(predictor.predict(selected.map(({ sequence }) => sequence)));
  const better = designed.filter((gain) => gain > highest).length;
  const level = `${formatNumber(measured.mean[gains.indexOf(highest)]!)}${unitOf(assay)}`;
  const wanted = goal.sign === 0 ? "closer to the target" : "better";
  return [
    `${formatInteger(better)} of the ${formatCount(selected.length, "design")} ${better === 1 ? "is" : "are"} expected to be ${wanted} than the best measured variant, which the model estimates at ${level} after averaging out the noise of single measurements.`,
  ];
}

/** Criteria for far more mutations: at least 1.5 times as many as any measured variant, and at least two more. */
const CLEAR_RATIO = 1.5;
const CLEAR_DEVIATIONS = 2;

/** Reports how good the best design in the batch is expected to be, based on joint draws from the scorer's predictions. */
function bestRemark(
  selected: readonly SelectedDesign[],
  { predictor, assay, seed }: BatchGoal,
  sign: 1 | -1,
): string {
  const { median, low, high } = bestOfBatch(
    predictor,
    selected.map(({ sequence }) => sequence),
    sign,
    createRandom(seed).fork("best of the batch"),
  );
  return `The best design in the batch is expected to have ${assayName(assay)} of about ${formatNumber(median)}${unitOf(assay)} (between ${formatNumber(low)} and ${formatNumber(high)} with 80 % probability), but it is not known which design this is.`;
}

/** Warns about a template that was not measured and is predicted to be better than every measured variant. */
export function templateRemarks(
  template: Uint8Array,
  measured: readonly Uint8Array[],
  { goal, predictor, assay, best, isUsable }: BatchGoal,
): string[] {
  if (
    !isUsable ||
    goal.sign === 0 ||
    best.length === 0 ||
    measured.some((variant) => changeCount(template, variant) === 0)
  )
    return [];
  const worth = (sequences: readonly Uint8Array[]): number[] =>
    [...predictor.predict(sequences).transformedMean].map((mean) => goal.sign * mean);
  const [templateWorth = Number.NEGATIVE_INFINITY] = worth([template]);
  const highest = Math.max(...worth(best));
  if (templateWorth <= highest) return [];
  const shown = (value: number): string =>
    `${formatNumber(predictor.invert(goal.sign * value))}${unitOf(assay)}`;
  return [
    `The template has not been measured, and is predicted to be better (${assayName(assay)} of ${shown(templateWorth)}) than the best measured variant (${shown(highest)}). If every variant has a mutation, the value of a variant without mutations is uncertain. Predictions for the designs may be too high for the same reason: compare them with each other, and measure the template alongside them.`,
  ];
}

function unitOf({ unit }: Assay): string {
  return unit ? ` ${unit}` : "";
}

/** Warns about designs with far more mutations than any measured variant. */
export function rangeRemarks(
  template: Uint8Array,
  measured: readonly Uint8Array[],
  designs: readonly Uint8Array[],
  candidates?: CandidateSpaces,
): string[] {
  if (measured.length === 0) return [];
  const maxChanges = measured.reduce(
    (largest, variant) => Math.max(largest, changeCount(template, variant)),
    0,
  );
  const limit = Math.max(CLEAR_RATIO * maxChanges, maxChanges + CLEAR_DEVIATIONS);
  const far = designs.filter((design) => changeCount(template, design, candidates) >= limit).length;
  if (far === 0) return [];
  return [
    `${formatCount(far, "design")} ${far === 1 ? "has" : "have"} ${formatInteger(Math.ceil(limit))} mutations or more, but no measured variant has more than ${formatInteger(maxChanges)}. The prediction for ${far === 1 ? "it" : "them"} assumes that effects continue to add up, and may be far off. Request fewer mutations, or measure some of these first.`,
  ];
}
