import { createRandom, type Random } from "../random.ts";
import { formatCount, formatNumber, formatShare, pValueText } from "./formatNumber.ts";
import { isLearnable, type Learnability } from "./learnability.ts";
import { calibrationPlot } from "./plots/calibrationPlot.ts";
import { learningCurve } from "./plots/learningCurve.ts";
import { parityPlot } from "./plots/parityPlot.ts";
import type { ReportSection } from "./report.ts";

/** `group` is the heading they stand below, such as the assay's name. */
export function learnabilitySections(
  learnability: Learnability,
  group: string,
  random: Random = createRandom("learnability"),
  mostPoints = 2_000,
): ReportSection[] {
  const sections: ReportSection[] = [
    {
      title: "Can a model learn it?",
      group,
      text: `${verdict(learnability)}\n\n${measures(learnability)}`,
      ...(learnability.parity.length === 0
        ? {}
        : {
            plot: parityPlot(
              learnability.parity,
              { title: "Cross-validation: predicted against observed", name: learnability.axis },
              random,
              mostPoints,
            ),
          }),
    },
  ];
  const { learning_curve: curve = [], calibration = [] } = learnability;
  if (curve.length > 1) {
    sections.push({
      title: "Would more measurements help?",
      group,
      text: "Rank correlation on unseen rows by the number of rows of training. A curve that still rises at its end says that more measurements of the same kind will improve the model. Lines span the 95 % interval where one is known.",
      plot: learningCurve(curve),
    });
  }
  if (calibration.length > 0) {
    sections.push({
      title: "Do the predicted uncertainties hold?",
      group,
      text: "Each prediction comes with an interval. On the dashed line, intervals hold as many values as they say; below it, the model is too sure of itself, above it too cautious.",
      plot: calibrationPlot(calibration),
    });
  }
  return sections;
}

function verdict(learnability: Learnability): string {
  const { spearman, low, high, p_value } = learnability;
  if (!Number.isFinite(spearman)) {
    return "A rank correlation could not be found: there are too few different values. Use diversify rather than engineer.";
  }
  const found = `Predictions for unseen sequences rank them with a Spearman correlation of ${formatNumber(spearman, 2)} (95 % interval ${formatNumber(low, 2)} to ${formatNumber(high, 2)}; ${pValueText(p_value)}).`;
  return isLearnable(learnability)
    ? `${found} That is enough to choose variants by: engineer can use a model of this assay.`
    : `${found} That is too close to chance (below 0.3, or p above 0.05): use diversify rather than engineer, or measure more variants first.`;
}

function measures({ model, rows, folds, pearson, rmse, coverage }: Learnability): string {
  const parts = [
    `Found with ${model}, in ${folds} folds over ${formatCount(rows, "row")}; replicates share a fold.`,
  ];
  if (pearson !== undefined) parts.push(`Pearson correlation: ${formatNumber(pearson, 2)}.`);
  if (rmse !== undefined) parts.push(`Root mean squared error: ${formatNumber(rmse)}.`);
  if (coverage !== undefined)
    parts.push(`Values inside the 95 % prediction intervals: ${formatShare(coverage)}.`);
  return parts.join(" ");
}
