import { formatCount, formatInteger, formatNumber, formatShare } from "@pdp/basics/wording";
import { assayName } from "@pdp/science/analysis";
import type { AssayEvaluation, TopFigures } from "@pdp/science/models";
import type { Assay, Measure } from "#shared/domain/tasks/assay.ts";
import { withUnit } from "#shared/reports/charts/chart.ts";
import type { ReportFigures, ReportSection } from "#shared/reports/report.ts";

/** Evaluation of a model with its assay. */
export type Trained = AssayEvaluation & { assay: Assay };

/** Returns the figures for the desired end: low values if the objective minimizes the assay, otherwise high values. */
function wantedTop(evaluation: AssayEvaluation, objective: Measure | null): TopFigures | null {
  return (
    evaluation.top && (isLowWanted(evaluation, objective) ? evaluation.top.lowest : evaluation.top.highest)
  );
}

/** Returns the factor for the deviations of the best predictions; null if unknown. */
function wantedFactor(evaluation: AssayEvaluation, objective: Measure | null): number | null {
  const end = isLowWanted(evaluation, objective) ? evaluation.widening?.lowest : evaluation.widening?.highest;
  return end && evaluation.widening ? Math.max(end.factor, evaluation.widening.all) : null;
}

function isLowWanted({ assay_id }: AssayEvaluation, objective: Measure | null): boolean {
  return objective?.assay_id === assay_id && objective.direction === "MINIMIZE";
}

/** Returns how many of the top predicted variants are actually good; empty without a model. */
export function topSentence(evaluation: AssayEvaluation, objective: Measure | null): string {
  const top = wantedTop(evaluation, objective);
  if (top === null) return "";
  const { ordered, hits, hits_by_chance } = top;
  return ` Of the ${formatCount(ordered, "variant")} with the best predictions, ${formatInteger(hits)} ${hits === 1 ? "is" : "are"} among the best tenth (${formatNumber(hits_by_chance, 2)} expected by chance).`;
}

/** Shows how many good variants would have been obtained by ordering the top predicted ones; empty without a model. */
export function topSections(trained: readonly Trained[], objective: Measure | null): ReportSection[] {
  const known = trained.flatMap((assay) => {
    const top = wantedTop(assay, objective);
    return top === null ? [] : [{ assay: assay.assay, top, factor: wantedFactor(assay, objective) }];
  });
  if (known.length === 0) return [];
  const texts = known.map(({ assay, top }) => {
    const unit = assay.unit ? ` ${assay.unit}` : "";
    return `${assayName(assay)}: the best of them had a measured value of ${formatNumber(top.ordered_best)}${unit}, the best of all variants ${formatNumber(top.best)}${unit}. Their mean prediction was ${formatNumber(top.predicted_mean)}${unit} and their mean measurement ${formatNumber(top.ordered_mean)}${unit}.`;
  });
  return [
    {
      title: "Retrospective check: top variants by prediction",
      text: `You order the first variants in a list, so their order matters most. This check shows which measured variants would have come first if they had been unknown: each was predicted by a model that was not trained on it. Ordered: the 50 variants with the best predictions, or a tenth of all variants if that is fewer. Variants selected for high predictions are slightly worse than predicted on average. If intervals contain too few of the values, as happens when most variants are dead, the stated deviations of the best predictions are multiplied by the factor in the last column.\n\n${texts.join("\n\n")}`,
      table: {
        columns: [
          { title: "Assay", kind: "text" },
          { title: "Ordered", kind: "integer" },
          { title: "Among the best tenth", kind: "integer" },
          { title: "By chance", kind: "number" },
          { title: "Their mean", kind: "number" },
          { title: "Mean of all", kind: "number" },
          { title: "Mean of the best", kind: "number" },
          { title: "Inside 95 % intervals", kind: "share" },
          { title: "Factor", kind: "number" },
        ],
        rows: known.map(({ assay, top, factor }) => [
          withUnit(assayName(assay), assay.unit),
          top.ordered,
          top.hits,
          top.hits_by_chance,
          top.ordered_mean,
          top.all_mean,
          top.best_mean,
          top.coverage,
          factor,
        ]),
        note: `Mean of the best: for the same number of variants if their values had been known. Inside 95 % intervals: for the tenth with the best predictions, without the factor; about ${formatShare(0.95)} is correct.`,
      },
    },
  ];
}

/** Returns the report's key figures, one element per assay; null without a model. */
export function topReportFigures(
  evaluations: readonly AssayEvaluation[],
  objective: Measure | null,
): ReportFigures {
  const tops = evaluations.map((evaluation) => wantedTop(evaluation, objective));
  return {
    top_ordered: tops.map((top) => top?.ordered ?? null),
    top_hits: tops.map((top) => top?.hits ?? null),
    top_mean: tops.map((top) => finite(top?.ordered_mean)),
    top_coverage: tops.map((top) => finite(top?.coverage)),
    top_widening: evaluations.map((evaluation) => wantedFactor(evaluation, objective)),
  };
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
