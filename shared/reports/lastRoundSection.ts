import { formatCount, formatNumber, formatShare } from "@pdp/basics/wording";
import { type Assay, assayName } from "@pdp/science/analysis";
import type { LastRound } from "@pdp/science/models";
import { withUnit } from "./charts/chart.ts";
import type { ReportSection } from "./report.ts";

/** Last round of an assay. */
interface RoundOfAssay {
  assay: Assay;
  last_round?: LastRound | null;
  /** True if the values were corrected for differences between batches. */
  isCorrected?: boolean;
}

/** Smallest factor that is worth reporting. */
const NOTABLE_WIDENING = 1.05;

/** States what was predicted for the last round and what was measured, for each assay with a last round. */
export function lastRoundSentences(all: readonly RoundOfAssay[]): string[] {
  return all.flatMap(({ assay, last_round: last, isCorrected = false }) => {
    if (!last) return [];
    const { round, variants, predicted_mean, measured_mean, widening, coverage } = last;
    const unit = assay.unit ? ` ${assay.unit}` : "";
    const widened =
      widening >= NOTABLE_WIDENING
        ? ` ${formatShare(coverage)} of the values were inside the 95 % intervals. They are farther from their predictions than stated, so the deviations of all predictions are multiplied by ${formatNumber(widening, 2)} (root mean square of the distances).`
        : "";
    return `${assayName(assay)}: for the ${formatCount(variants, "new variant")} of ${round || "the last round"}, a model of the other variants predicts a mean of ${formatNumber(predicted_mean)}${unit}; ${formatNumber(measured_mean)}${unit} was measured${isCorrected ? " (after the correction of batches)" : ""}.${widened}`;
  });
}

/** Compares the last round with what a model of the other variants predicts; empty without several rounds. */
export function lastRoundSections(all: readonly RoundOfAssay[]): ReportSection[] {
  const known = all.flatMap(({ assay, last_round: last }) => (last ? [{ assay, last }] : []));
  if (known.length === 0) return [];
  return [
    {
      title: "Retrospective check: the last round",
      text: "A model of the variants of earlier rounds predicts the new variants of the last round. This shows how accurate its predictions for designs were: cross-validation mixes rounds, and is usually more favorable. If these values are farther from their predictions than stated, the deviations of all predictions are multiplied by the factor in the last column: the root mean square of the distances in deviations.",
      table: {
        columns: [
          { title: "Assay", kind: "text" },
          { title: "Round", kind: "text" },
          { title: "New variants", kind: "integer" },
          { title: "Mean prediction", kind: "number" },
          { title: "Mean measurement", kind: "number" },
          { title: "Spearman", kind: "number" },
          { title: "Inside 95 % intervals", kind: "share" },
          { title: "Factor", kind: "number" },
        ],
        rows: known.map(({ assay, last }) => [
          withUnit(assayName(assay), assay.unit),
          last.round,
          last.variants,
          last.predicted_mean,
          last.measured_mean,
          Number.isFinite(last.spearman) ? last.spearman : null,
          last.coverage,
          last.widening,
        ]),
        note: "New variants: those measured in no other round. Their mean prediction is higher than the mean measurement if designs are chosen for high predictions. Values are those after the correction of batches, if there is one.",
      },
    },
  ];
}
