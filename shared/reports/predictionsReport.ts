import { sortPresent } from "@pdp/basics/statistics";
import { cutText, formatCount, formatInteger, formatShare } from "@pdp/basics/wording";
import { type Assay, assayName } from "@pdp/science/analysis";
import type { PredictedSequence, PredictedSequences } from "@pdp/science/models";
import { predictionWarning } from "#shared/domain/tasks/predictionWarning.ts";
import { barChart } from "./charts/barChart.ts";
import { type BarChart, withUnit } from "./charts/chart.ts";
import { distributionPlot } from "./charts/distributionPlot.ts";
import { finiteReport } from "./finiteReport.ts";
import type { Report, ReportSection } from "./report.ts";

export interface PredictionsReportInput {
  title: string;
  predicted: PredictedSequences;
  /** Predicted assays, in prediction order; `usable` tells whether they were found usable in training. */
  assays: readonly (Assay & { usable: boolean })[];
  /** Number of distinct sequences used to train the model. */
  measured: number;
  /** Whether the sequences are all the single substitutions of a template. */
  isScan: boolean;
  /** Description of the position numbering, such as `count from 1`. */
  positions: string;
}

const MAX_TABLE_ROWS = 20;
const MAX_NAME_LENGTH = 80;
/** Distances of at least this value share a bar. */
const FAR = 10;

/** Builds the report on predictions: what was predicted, the extremes, and their distance from the data. */
export function predictionsReport(input: PredictionsReportInput): Report {
  const { title, predicted, assays, measured, isScan } = input;
  const { rows, reach } = predicted;
  const fitting = rows.filter(({ means }) => means.some(Number.isFinite));
  const outside = fitting.filter(({ extrapolates }) => extrapolates).length;
  const source = isScan ? "a template and all its single substitutions" : "the given sequences";
  return finiteReport({
    title,
    summary: [
      predictionWarning(assays.filter(({ usable }) => !usable).map(assayName)) ?? [],
      `Predictions of ${formatCount(assays.length, "assay")} for ${formatCount(fitting.length, "sequence")}: ${source}. The model was trained on ${formatCount(measured, "distinct sequence")}.`,
      ...warnings(input, fitting.length, outside),
    ]
      .flat()
      .join("\n\n"),
    sections: [
      ...assays.flatMap((assay, index) => assaySections(fitting, assay, index, input.positions)),
      distanceSection(fitting, reach),
    ],
    figures: {
      sequences: rows.length,
      predicted: fitting.length,
      other_length: unpredicted(predicted, true),
      unknown_gaps: unpredicted(predicted, false),
      unaligned: predicted.unaligned.length,
      extrapolated: outside,
      measured: fitting.filter(({ distance }) => distance === 0).length,
      reach,
      assay_ids: assays.map(({ assay_id }) => assay_id),
      usable: assays.map(({ usable }) => usable),
      highest_mean: assays.map((_, index) => extreme(fitting, index, 1)[0]?.means[index] ?? null),
      lowest_mean: assays.map((_, index) => extreme(fitting, index, -1)[0]?.means[index] ?? null),
    },
  });
}

/**
 * Counts the aligned sequences without a prediction: those that differ in length from the model's sequences if `isOther` is
 * true, otherwise those of the same length.
 */
function unpredicted({ rows, unaligned }: PredictedSequences, isOther: boolean): number {
  const skipped = new Set(unaligned);
  return rows.filter(
    ({ means, mutations }, row) =>
      !skipped.has(row) && !means.some(Number.isFinite) && (mutations === null) === isOther,
  ).length;
}

function warnings({ predicted }: PredictionsReportInput, fitting: number, outside: number): string[] {
  const others = unpredicted(predicted, true);
  const unaligned = predicted.unaligned.length;
  const gapped = unpredicted(predicted, false);
  return [
    ...(outside > 0
      ? [
          `Predictions extrapolate for ${formatCount(outside, "sequence")} (${formatShare(outside / fitting)}): these are farther from the measured variants than these are from each other, or change a position that no measured variant changes. Expect larger errors for them than stated in the training report.`,
        ]
      : []),
    ...(unaligned > 0
      ? [
          `${formatCount(unaligned, "sequence")} with many insertions and deletions ${unaligned === 1 ? "has" : "have"} no prediction because aligning all of them to the model's reference would have taken too long. Predict fewer at once.`,
        ]
      : []),
    ...(gapped > 0
      ? [
          `${formatCount(gapped, "sequence")} as long as the model's ${gapped === 1 ? "has" : "have"} no prediction because an insertion and a deletion explain the changes better than substitutions, and the model was not trained on such changes.`,
        ]
      : []),
    ...(others > 0
      ? [
          `${formatCount(others, "sequence")} with a different length from the model's sequences ${others === 1 ? "has" : "have"} no prediction. A model predicts insertions only where it was trained on them, and deletions only if it was trained on any.`,
        ]
      : []),
  ];
}

function assaySections(
  rows: readonly PredictedSequence[],
  assay: Assay,
  index: number,
  positions: string,
): ReportSection[] {
  const name = assayName(assay);
  const axis = withUnit(`Predicted ${name}`, assay.unit);
  const sorted = sortPresent(rows.map(({ means }) => means[index]!));
  return [
    {
      title: `Predicted ${name}`,
      text: "Predicted means of all sequences. True values are above or below the mean equally often; measurements also scatter by their measurement error.",
      chart: distributionPlot(`Predicted ${name}`, [{ axis, sorted }]),
    },
    tableSection(`Highest ${name}`, rows, { assay, index, sign: 1, positions }),
    tableSection(`Lowest ${name}`, rows, { assay, index, sign: -1, positions }),
  ];
}

function tableSection(
  title: string,
  rows: readonly PredictedSequence[],
  { assay, index, sign, positions }: { assay: Assay; index: number; sign: 1 | -1; positions: string },
): ReportSection {
  return {
    title,
    text: `Positions ${positions}. Distance: the number of substitutions to the nearest measured variant, 0 if the sequence itself was measured. All rows, with their sequences, are in the result table of the task.`,
    table: {
      columns: [
        { title: "Mutations", kind: "sequence" },
        { title: withUnit(assayName(assay), assay.unit), kind: "number" },
        { title: "± SD", kind: "number" },
        { title: "Distance", kind: "integer" },
        { title: "Note", kind: "text" },
      ],
      rows: extreme(rows, index, sign).map(({ sequence, mutations, means, sds, distance, extrapolates }) => [
        cutText(mutations === null ? sequence : mutations.join(" ") || "unchanged", MAX_NAME_LENGTH),
        means[index]!,
        sds[index]!,
        distance,
        extrapolates ? "extrapolates" : null,
      ]),
    },
  };
}

/** Returns the sequences with the highest (`sign` 1) or lowest (−1) means for an assay. */
function extreme(rows: readonly PredictedSequence[], index: number, sign: 1 | -1): PredictedSequence[] {
  return rows
    .filter(({ means }) => Number.isFinite(means[index]))
    .sort((column, other) => sign * (other.means[index]! - column.means[index]!))
    .slice(0, MAX_TABLE_ROWS);
}

function distanceSection(rows: readonly PredictedSequence[], reach: number): ReportSection {
  const counts = new Array<number>(FAR + 1).fill(0);
  for (const { distance } of rows) if (distance !== null) counts[Math.min(FAR, distance)]! += 1;
  const last = counts.findLastIndex((count) => count > 0);
  const within = Number.isFinite(reach)
    ? ` Of the measured variants, 95 % have another measured variant within ${formatCount(reach, "substitution")}.`
    : "";
  return {
    title: "Distance from the data",
    text: `The farther a sequence is from the measured variants, the less the model knows about it.${within}`,
    ...(last >= 0 && { chart: distancePlot(counts.slice(0, last + 1)) }),
  };
}

function distancePlot(counts: readonly number[]): BarChart {
  return barChart(
    counts.map((count, distance) => ({
      label: distance === FAR ? `${FAR} or more` : formatInteger(distance),
      count,
    })),
    {
      title: "Sequences by distance from measured variants",
      x: "Substitutions to the nearest measured variant",
      y: "Sequences",
    },
  );
}
