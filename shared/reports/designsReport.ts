import { FROM_ONE, type Numbering } from "@pdp/basics/proteins";
import { formatCount, formatInteger, formatNumber } from "@pdp/basics/wording";
import {
  type Assay,
  assayName,
  findVariants,
  type Measure,
  type Variants,
  variantName,
} from "@pdp/science/analysis";
import type { Germlines } from "@pdp/science/antibodies";
import { antibodySections } from "./antibodySections.ts";
import { barChart } from "./charts/barChart.ts";
import { withUnit } from "./charts/chart.ts";
import { predictionPlot } from "./charts/predictionPlot.ts";
import { designDiversitySection, designMutationSections } from "./designSections.ts";
import { finiteReport } from "./finiteReport.ts";
import type { Report, ReportFigures, ReportSection } from "./report.ts";
import { type ReportedGoal, worthOf } from "./reportedGoal.ts";
import { tradeOffSections } from "./tradeOffSection.ts";

export interface Prediction {
  /** Value in the assay's unit, unless its axis has another scale. */
  mean: number;
  sd: number;
}

export interface ReportedDesign {
  sequence: string;
  /** Log likelihood according to the sampler. */
  log_likelihood?: number | null;
  /** Predictions in assay order; null if there are none. */
  predictions?: readonly (Prediction | null)[];
  /** Remark on the design, such as a constraint that it fails. */
  note?: string | null;
  /** Mutations of the design, and the reason why it was selected. */
  reason?: string | null;
}

export interface DesignsReportInput {
  title: string;
  template: string;
  /** Residue numbers of the template; residues are numbered from 1 if absent. */
  numbering?: Numbering;
  /** Predicted assays; none for designs selected only by likelihood. */
  assays: readonly Assay[];
  /** Assay used to rank the designs; absent or null if it is not predicted. */
  objective?: ReportedGoal | null;
  /** Secondary objectives. */
  secondary?: readonly ReportedGoal[];
  /** Limits for additional assays. */
  limits?: readonly Measure[];
  /** Predictions for the template, in assay order. */
  templatePredictions?: readonly (Prediction | null)[];
  /** Designs, best first. */
  designs: readonly ReportedDesign[];
  /** Number of designs requested. */
  wanted: number;
  /** Number of candidates left after each stage, in order. */
  stages?: readonly { stage: string; count: number }[];
  /** Warnings as sentences, which come first. */
  warnings?: readonly string[];
  /** Remarks on this run as sentences, for example that designs were added although they fail a filter. */
  remarks?: readonly string[];
  /** Additional key figures. */
  figures?: ReportFigures;
  /** Germline genes to compare an antibody with; null if the operator provides none. */
  germlines?: Germlines | null;
}

const MAX_TABLE_ROWS = 50;
const MAX_PLOTTED = 200;

/** Builds the report on designs: the list, the predictions, and how the designs differ from the template and from each other. */
export function designsReport(input: DesignsReportInput): Report {
  const {
    title,
    template,
    assays,
    designs,
    wanted,
    stages = [],
    warnings = [],
    remarks = [],
    figures = {},
    numbering = FROM_ONE,
    germlines = null,
  } = input;
  const sequences = designs.map(({ sequence }) => sequence);
  const variants = { ...findVariants(sequences, template), numbering };
  // Designs that take too long to align are marked with −1.
  const counts = designs
    .map((_, row) => variants.mutationCounts[variants.ofRow[row]!]!)
    .filter((count) => count >= 0);
  const [fewest, highest] = [Math.min(...counts), Math.max(...counts)];
  const span = fewest === highest ? "" : `${formatInteger(fewest)} to `;
  const mutations =
    counts.length === 0
      ? ""
      : ` They have ${span}${formatCount(highest, "mutation")} relative to the template, the sequence that the designs start from.`;
  const outcome =
    designs.length === wanted
      ? `${formatCount(designs.length, "design")}, as many as requested.`
      : `${formatCount(designs.length, "design")} of the ${formatInteger(wanted)} requested.`;
  return finiteReport({
    title,
    summary: [...warnings, [`${outcome}${mutations}`, ...againstTemplate(input), ...remarks].join(" ")].join(
      "\n\n",
    ),
    sections: [
      tableSection(input, variants),
      ...(stages.length > 0 ? [stageSection(stages)] : []),
      ...tradeOffs(input, variants),
      ...assays.flatMap((_, index) => predictionSections(input, variants, index)),
      ...(designs.length > 0 ? designMutationSections(variants) : []),
      ...(designs.length > 1
        ? [
            designDiversitySection(
              designs.map(({ sequence }) => sequence),
              template,
            ),
          ]
        : []),
      ...antibodySections(template, "template", germlines),
    ],
    figures: {
      designs: designs.length,
      wanted,
      template_length: template.length,
      fewest_mutations: fewest,
      most_mutations: highest,
      assay_ids: assays.map(({ assay_id }) => assay_id),
      best_predicted_mean: assays.map((_, index) => meanOf(designs[0]?.predictions?.[index])),
      ...figures,
    },
  });
}

/** Compares the predictions with the template's, for the objective or, if there is none, the first assay. */
function againstTemplate({ assays, objective, designs, templatePredictions }: DesignsReportInput): string[] {
  const index = objective ? assays.findIndex(({ assay_id }) => assay_id === objective.assay_id) : 0;
  const assay = assays[index];
  const means = designs.map(({ predictions }) => meanOf(predictions?.[index]));
  const [first = null] = means;
  const template = meanOf(templatePredictions?.[index]);
  if (!assay || first === null || template === null) return [];
  const unit = assay.unit ? ` ${assay.unit}` : "";
  const goal =
    objective?.target === undefined ? "" : ` The target is ${formatNumber(objective.target)}${unit}.`;
  const expected = `Predicted ${assayName(assay)}: ${formatNumber(first)}${unit} for the first design, ${formatNumber(template)}${unit} for the template.${goal}`;
  const worse = objective
    ? means.filter((mean) => mean !== null && worthOf(objective, mean) < worthOf(objective, template)).length
    : 0;
  if (worse === 0) return [expected];
  const which = `${formatInteger(worse)} of the ${formatCount(designs.length, "design")}`;
  return [
    expected,
    `For ${which} the prediction is worse than for the template: measure them to learn more, because the predictions are uncertain.`,
  ];
}

/** Shows the trade-offs between the objectives and the assays with a limit. */
function tradeOffs(
  { assays, objective, secondary = [], limits = [], designs, templatePredictions = [] }: DesignsReportInput,
  variants: Variants,
): ReportSection[] {
  // An assay with both an objective and a limit is judged by its objective.
  const stated: ReportedGoal[] = [...(objective ? [objective, ...secondary] : []), ...limits];
  const goals = stated.filter(
    ({ assay_id }, at) => stated.findIndex((other) => other.assay_id === assay_id) === at,
  );
  return tradeOffSections({
    assays,
    goals,
    designs: designs.map(({ predictions = [] }, row) => ({
      name: variantName(variants, variants.ofRow[row]!, "template"),
      means: assays.map((_, index) => meanOf(predictions[index]) ?? Number.NaN),
    })),
    template: assays.map((_, index) => meanOf(templatePredictions[index]) ?? Number.NaN),
  });
}

function meanOf(prediction: Prediction | null | undefined): number | null {
  return prediction && Number.isFinite(prediction.mean) ? prediction.mean : null;
}

function tableSection(
  { assays, designs, secondary = [], limits = [] }: DesignsReportInput,
  variants: Variants & { numbering: Numbering },
): ReportSection {
  const shown = designs.slice(0, MAX_TABLE_ROWS);
  const left = designs.length - shown.length;
  const hasLikelihood = shown.some(({ log_likelihood }) => Number.isFinite(log_likelihood));
  const hasNote = shown.some(({ note }) => note);
  const hasReason = shown.some(({ reason }) => reason);
  return {
    title: "Designs",
    text: `The best first${rankedBy(secondary.length, limits.length)}. Positions ${variants.numbering.wording(variants.reference.length)}. All of them, with their sequences, are in the result table of the task. ${hasLikelihood ? "Log-likelihood states how much more plausible a design is than the template according to the model of plausible sequences (the sampler). It is a natural logarithm; higher values are more plausible. " : ""}${hasReason ? "Why: the components of a design and how many measured variants contain each change; designs “to learn” have less certain predictions, and the others are expected to be best. " : ""}Once the designs are measured, load their values beside the known ones and train again: models learn most from what they predicted wrongly.`,
    table: {
      columns: [
        { title: "Rank", kind: "integer" },
        { title: "Mutations", kind: "sequence" },
        { title: "Number", kind: "integer" },
        ...assays.flatMap((assay) => [
          { title: withUnit(assayName(assay), assay.unit), kind: "number" as const },
          { title: "± SD", kind: "number" as const },
        ]),
        ...(hasLikelihood ? [{ title: "Log-likelihood", kind: "number" as const }] : []),
        ...(hasNote ? [{ title: "Note", kind: "text" as const }] : []),
        ...(hasReason ? [{ title: "Why", kind: "text" as const }] : []),
      ],
      rows: shown.map((design, row) => {
        const index = variants.ofRow[row]!;
        const count = variants.mutationCounts[index]!;
        return [
          row + 1,
          variantName(variants, index, "template"),
          count < 0 ? null : count,
          ...assays.flatMap((_, assay) => {
            const prediction = design.predictions?.[assay];
            return [prediction?.mean ?? null, prediction?.sd ?? null];
          }),
          ...(hasLikelihood ? [design.log_likelihood ?? null] : []),
          ...(hasNote ? [design.note ?? null] : []),
          ...(hasReason ? [design.reason ?? null] : []),
        ];
      }),
      ...(left > 0 ? { note: `In the result table only: ${formatCount(left, "design")}.` } : {}),
    },
  };
}

/** Explains how designs with several goals are ranked. */
function rankedBy(secondary: number, limits: number): string {
  if (secondary + limits === 0) return "";
  const gain =
    secondary > 0
      ? "the weighted mean of their gains in each objective, in standard deviations of the measured values"
      : "the predicted value";
  return `, by ${gain}${limits > 0 ? " and the probability of meeting the limits" : ""}`;
}

function stageSection(stages: readonly { stage: string; count: number }[]): ReportSection {
  return {
    title: "How they were chosen",
    text: "Candidates that remain after each stage of the search.",
    chart: barChart(
      stages.map(({ stage, count }) => ({ label: stage, count })),
      { title: "Candidates by stage", x: "Stage", y: "Candidates" },
    ),
  };
}

function predictionSections(
  { assays, designs, templatePredictions }: DesignsReportInput,
  variants: Variants,
  index: number,
): ReportSection[] {
  const assay = assays[index]!;
  const predicted = designs.slice(0, MAX_PLOTTED).flatMap(({ predictions }, row) => {
    const { mean, sd } = predictions?.[index] ?? { mean: Number.NaN, sd: Number.NaN };
    if (!Number.isFinite(mean) || !Number.isFinite(sd)) return [];
    return [{ rank: row + 1, mean, sd, label: variantName(variants, variants.ofRow[row]!, "template") }];
  });
  if (predicted.length === 0) return [];
  const template = meanOf(templatePredictions?.[index]);
  const part = designs.length > MAX_PLOTTED ? ` The first ${MAX_PLOTTED} designs are shown.` : "";
  const dashed = template === null ? "" : " The dashed line is the prediction for the template.";
  return [
    {
      title: `Predicted ${assayName(assay)}`,
      text: `Points are predicted means; lines extend one standard deviation to either side. If the model's uncertainty is correct, about two of three true values are within these lines; single measurements also scatter by their measurement error.${dashed}${part}`,
      chart: predictionPlot(predicted, {
        title: `Predicted ${assayName(assay)} by rank`,
        y: withUnit(assayName(assay), assay.unit),
        line: template,
      }),
    },
  ];
}
