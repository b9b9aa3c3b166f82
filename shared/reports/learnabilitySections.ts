import type { Random } from "@pdp/basics/statistics";
import { formatCount, formatNumber, formatShare, pValueText } from "@pdp/basics/wording";
import { type Assay, assayName } from "@pdp/science/analysis";
import {
  type BatchQuality,
  type Learnability,
  meanWithinBatches,
  uncertainty,
  useOf,
} from "@pdp/science/models";
import { calibrationPlot } from "./charts/calibrationPlot.ts";
import { type ScatterChart, withUnit } from "./charts/chart.ts";
import { learningCurve, plottedPoints } from "./charts/learningCurve.ts";
import { scatterPlot } from "./charts/scatterPlot.ts";
import { furtherMeasurements } from "./furtherMeasurements.ts";
import type { ReportSection } from "./report.ts";
import { scaleText } from "./scaleText.ts";

/** Maximum number of batches listed. */
const MAX_BATCHES = 30;

/** Returns sections to be placed under a heading with the assay's name. */
export function learnabilitySections(
  learnability: Learnability,
  assay: Assay,
  random: Random,
  maxPoints = 2_000,
): ReportSection[] {
  const group = assayName(assay);
  const { learning_curve: points = [], calibration = [], batches = [], rounds = [], parity } = learnability;
  const curve = plottedPoints(points);
  const sections: ReportSection[] = [
    {
      title: "Can a model learn it?",
      group,
      text: `${describeLearnability(learnability)}\n\n${measures(learnability, assay)} ${scaleText(learnability.scales)}${parity.length === 0 ? "" : " In the plot, each point is a sequence predicted by a model that was not trained on it; points on the dashed line are predicted exactly."}`,
      ...(parity.length === 0
        ? {}
        : {
            chart: parityPlot(parity, axisOf(learnability.scale, group, assay.unit), random, maxPoints),
          }),
    },
  ];
  if (rounds.length > 0) sections.push(batchQualitySection(rounds, learnability.spearman, group, "round"));
  const isOtherGroup = batches.some(({ batch }) => !rounds.some((round) => round.batch === batch));
  if (isOtherGroup) sections.push(batchQualitySection(batches, learnability.spearman, group, "batch"));
  if (curve.length > 1) {
    const lines = curve.some(({ low }) => low != null) ? " Lines span the 95 % interval." : "";
    sections.push({
      title: "Would more measurements help?",
      group,
      text: `Rank correlation for unseen sequences versus the number of training sequences: 1 is a perfect order, 0 is chance. If the curve is still rising at its end, more measurements of the same kind will improve the model.${furtherMeasurements(curve)}${lines}`,
      chart: learningCurve(curve),
    });
  }
  if (calibration.length > 0) {
    sections.push({
      title: "Are the predicted uncertainties correct?",
      group,
      text: "Each prediction has an interval. On the dashed line, intervals contain as many values as stated; below it, the model is overconfident; above it, it is too cautious.",
      chart: calibrationPlot(calibration),
    });
  }
  return sections;
}

/** Minimum excess of the rank correlation over all variants to say that differences between batches explain it. */
const MIN_EXCESS = 0.1;

/** Shows how well predictions order the variants of each batch or each round. */
function batchQualitySection(
  batches: readonly BatchQuality[],
  all: number,
  group: string,
  kind: "batch" | "round",
): ReportSection {
  const within = meanWithinBatches(batches);
  const [many, example] = kind === "round" ? ["rounds", ""] : ["batches", " (a plate or a round)"];
  const warning =
    all - within >= MIN_EXCESS
      ? ` Much of the correlation over all variants, ${formatNumber(all, 2)}, is the difference between ${many}: expect ${formatNumber(within, 2)} among the variants of a new one.`
      : "";
  const shown =
    kind === "round" ? batches : batches.toSorted((a, b) => b.variants - a.variants).slice(0, MAX_BATCHES);
  const omitted = batches.length - shown.length;
  return {
    title: `How well are the variants of each ${kind} ordered?`,
    group,
    text: `Rank correlation of predictions for unseen variants with their values, within each ${kind}${example}. The mean is ${formatNumber(within, 2)}.${warning}`,
    table: {
      columns: [
        { title: kind === "round" ? "Round" : "Batch", kind: "text" },
        { title: "Variants", kind: "integer" },
        { title: "Spearman", kind: "number" },
      ],
      rows: shown.map(({ batch, variants, spearman }) => [
        batch === "" ? `no ${kind} specified` : batch,
        variants,
        Number.isFinite(spearman) ? spearman : null,
      ]),
      note: `Variants measured in several ${many} are not included.${omitted > 0 ? ` Omitted: ${omitted} ${many} with fewer variants.` : ""}`,
    },
  };
}

/** Charts out-of-sample predictions against measured values; `name` is the label of both axes. */
export function parityPlot(
  points: Learnability["parity"],
  name: string,
  random: Random,
  maxPoints: number,
): ScatterChart {
  const labels = {
    kind: "parity" as const,
    title: "Cross-validation: predicted against observed",
    x: `Observed ${name}`,
    y: `Predicted ${name}`,
    description: `Predicted against observed ${name}; points on the dashed line are predicted exactly.`,
  };
  const observed = points.map((point) => point.observed);
  const predicted = points.map((point) => point.predicted);
  return scatterPlot(observed, predicted, labels, random, maxPoints);
}

function axisOf({ kind, offset }: Learnability["scale"], name: string, unit: Assay["unit"]): string {
  const inUnit = unit ? `, ${unit}` : "";
  if (kind === "rank") return `${name} (normal score of its rank)`;
  if (kind === "log") return `log₁₀ (${name}${offset === 0 ? "" : ` + ${formatNumber(offset, 2)}`}${inUnit})`;
  return withUnit(name, unit);
}

function describeLearnability(learnability: Learnability): string {
  const { spearman, low, high, p_value } = learnability;
  if (!Number.isFinite(spearman)) {
    return "No rank correlation could be computed because there are too few distinct values. Request designs without an objective instead.";
  }
  const correlation = `Predictions for unseen sequences rank them with a Spearman correlation of ${formatNumber(spearman, 2)} (95 % interval ${formatNumber(low, 2)} to ${formatNumber(high, 2)}; ${pValueText(p_value)}).`;
  const use = useOf(learnability);
  const chance = uncertainty(learnability);
  if (chance !== null) {
    return `${correlation} The probability that ordering unseen variants by prediction helps (a rank correlation of at least 0.3) is ${chance}. Measure more variants to know.`;
  }
  if (use === "ORDER") {
    return `${correlation} This is enough to choose variants: designs can use this assay as their objective.`;
  }
  const end = endOf(learnability) === "highest" ? "high" : "low";
  if (use === "TOP") {
    return `${correlation} This is too close to chance to order all variants. However, ${enrichmentText(learnability)}. This is enough to find variants with ${end} values: designs can use ${end} values of this assay as their objective.`;
  }
  return `${correlation} This is too close to chance: a rank correlation of at least 0.3 for unseen variants is very unlikely, and the variants with the ${end}est values are not found either. Request designs without an objective instead, or measure more variants first.`;
}

/** Names the end of the value range that the enrichment judges. */
export function endOf({ enrichment }: Pick<Learnability, "enrichment">): "highest" | "lowest" {
  return enrichment?.end === "LOWEST" ? "lowest" : "highest";
}

/** Formats the enrichment of the tenth at the judged end, as part of a sentence. */
export function enrichmentText(learnability: Pick<Learnability, "enrichment">): string {
  const { factor, p_value } = learnability.enrichment ?? { factor: Number.NaN, p_value: 1 };
  const end = endOf(learnability);
  return `the ${end} tenth of the predictions contains ${formatNumber(factor, 2)} times as many of the ${end} tenth of the values as expected by chance (${pValueText(p_value)})`;
}

function measures(
  { model, rows, folds, pearson, rmse, coverage, scale }: Learnability,
  { unit }: Assay,
): string {
  const parts = [
    `Computed with ${model} in ${folds} folds over ${formatCount(rows, "row")}; replicates share a fold.`,
  ];
  if (pearson !== undefined) parts.push(`Pearson correlation: ${formatNumber(pearson, 2)}.`);
  if (rmse !== undefined)
    parts.push(`Typical error (root mean square): ${errorText(rmse, scale.kind, unit)}.`);
  if (coverage !== undefined)
    parts.push(`Values inside the 95 % prediction intervals: ${formatShare(coverage)}.`);
  return parts.join(" ");
}

function errorText(rmse: number, kind: Learnability["scale"]["kind"], unit: Assay["unit"]): string {
  if (kind === "rank") return `${formatNumber(rmse, 2)} normal scores`;
  if (kind === "log")
    return `${formatNumber(rmse, 2)} on the log₁₀ scale, a factor of ${formatNumber(10 ** rmse, 2)}`;
  return `${formatNumber(rmse)}${unit ? ` ${unit}` : ""}`;
}
