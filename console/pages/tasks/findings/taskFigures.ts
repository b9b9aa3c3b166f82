import type { Task } from "#client/taskHandle.ts";
import { formatNumber, formatValue } from "../../../parts/format.ts";

/** Figure in a report: its label and its value. */
export interface Figure {
  label: string;
  value: string;
}

/** Figures in a report, as stored in its artifact. Absent figures are not shown. */
export type ReportFigures = Readonly<Record<string, unknown>>;

/** Maximum number of figures at the top of a report. */
const MAX_FIGURES = 5;

/** Returns the most important figures in the result of a task. */
export function taskFigures({ type }: Pick<Task, "type">, figures: ReportFigures): Figure[] {
  const figuresOfType =
    type === "train/v2" || type === "train/v1"
      ? trainingFigures(figures)
      : type === "predict/v1"
        ? predictionFigures(figures)
        : /^(?:engineer|diversify|select)\//.test(type)
          ? designFigures(figures)
          : [];
  return figuresOfType.slice(0, MAX_FIGURES);
}

function trainingFigures(figures: ReportFigures): Figure[] {
  const assays = texts(figures.assay_ids);
  const [spearman, low, high] = ["spearman", "spearman_low", "spearman_high"].map((name) =>
    numbers(figures[name]),
  ) as [Numbers, Numbers, Numbers];
  const [ordered, hits] = [numbers(figures.top_ordered), numbers(figures.top_hits)];
  return [
    ...assays.flatMap((assay, index): Figure[] => {
      const [value, from, to] = [spearman[index], low[index], high[index]];
      if (value == null) return [];
      const interval = from == null || to == null ? "" : ` (${from.toFixed(2)} to ${to.toFixed(2)})`;
      const scale = index === 0 ? " (1 is perfect, 0 is chance)" : "";
      return [
        { label: `${assay}: rank correlation for new variants${scale}`, value: value.toFixed(2) + interval },
      ];
    }),
    ...assays.flatMap((assay, index): Figure[] => {
      const [of, count] = [ordered[index], hits[index]];
      if (of == null || count == null) return [];
      return [{ label: `${assay}: top predictions among the best tenth`, value: `${count} of ${of}` }];
    }),
  ];
}

function designFigures(figures: ReportFigures): Figure[] {
  const [designs, wanted] = [numberOf(figures.designs), numberOf(figures.wanted)];
  const [minMutations, maxMutations] = [numberOf(figures.fewest_mutations), numberOf(figures.most_mutations)];
  const best = numbers(figures.best_predicted_mean);
  const usable = texts(figures.usable);
  return [
    ...(designs === null
      ? []
      : [
          {
            label: "Designs",
            value:
              wanted === null || wanted === designs
                ? formatNumber(designs)
                : `${formatNumber(designs)} of ${formatNumber(wanted)} wanted`,
          },
        ]),
    ...(minMutations === null || maxMutations === null
      ? []
      : [
          {
            label: "Mutations of a design",
            value:
              minMutations === maxMutations ? String(maxMutations) : `${minMutations} to ${maxMutations}`,
          },
        ]),
    ...texts(figures.assay_ids).flatMap((assay, index): Figure[] => {
      const value = best[index];
      const use = usable[index] === "false" ? ", not usable" : "";
      return value == null ? [] : [{ label: `${assay}: best prediction${use}`, value: formatValue(value) }];
    }),
  ];
}

function predictionFigures(figures: ReportFigures): Figure[] {
  const counts: Record<string, string> = {
    predicted: "Sequences predicted",
    measured: "Measured already",
    extrapolated: "Unlike the measured variants",
    other_length: "With a different length, without a prediction",
  };
  return Object.entries(counts).flatMap(([name, label]) => {
    const count = numberOf(figures[name]);
    return count === null ? [] : [{ label, value: formatNumber(count) }];
  });
}

type Numbers = readonly (number | null)[];

function numbers(value: unknown): Numbers {
  return Array.isArray(value) ? value.map(numberOf) : [];
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
