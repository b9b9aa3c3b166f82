import type { Task } from "#client/taskHandle.ts";
import { formatNumber, formatTime } from "../../../parts/format.ts";
import type { ModelFacts } from "../models.ts";

/** Training run with the facts about its models; the facts are null for deleted models. */
export interface ComparedModel {
  training: Task;
  facts: ModelFacts | null;
}

/** One row of a comparison: a label, and a cell for each model. */
export interface ComparisonLine {
  label: string;
  cells: readonly string[];
  /** Indices of the best cells; empty if none of the cells is better than the others. */
  best: readonly number[];
}

interface TrainingParameters {
  seed?: number | null;
  folds?: number | null;
  homologs?: object | null;
}

/** Returns the rows that compare models: their data, how well they rank new variants, and how they were trained. */
export function compareModels(models: readonly ComparedModel[]): ComparisonLine[] {
  const line = (label: string, cellOf: (model: ComparedModel) => string): ComparisonLine => ({
    label,
    cells: models.map(cellOf),
    best: [],
  });
  const assays = [
    ...new Set(models.flatMap(({ facts }) => facts?.assays.map(({ assay_id }) => assay_id) ?? [])),
  ];
  const parameters = ({ training }: ComparedModel) => training.parameters as TrainingParameters;
  return [
    ...assays.map((assay) => rankLine(assay, models)),
    line("Residues", ({ facts }) => (facts ? formatNumber(facts.reference.length) : "–")),
    line("Mutations of the measured variants", ({ facts }) =>
      facts?.mutations ? `median ${facts.mutations.median}, at most ${facts.mutations.most}` : "–",
    ),
    line("Data version", ({ training }) => versionsOf(training)),
    line("Related proteins", (model) => (parameters(model).homologs ? "yes" : "no")),
    line("Seed", (model) => String(parameters(model).seed ?? "none stated")),
    line("Folds of the cross-validation", (model) => String(parameters(model).folds ?? "chosen by the task")),
    line("Trained", ({ training }) => formatTime(training.created_at)),
  ];
}

function rankLine(assay: string, models: readonly ComparedModel[]): ComparisonLine {
  const scoredAssays = models.map(({ facts }) => facts?.assays.find(({ assay_id }) => assay_id === assay));
  // Compares figures at the precision shown.
  const figures = scoredAssays.map((scored) =>
    scored?.spearman == null ? null : Number(scored.spearman.toFixed(2)),
  );
  const highest = Math.max(...figures.map((figure) => figure ?? Number.NEGATIVE_INFINITY));
  const isCompared = figures.filter((figure) => figure !== null).length > 1;
  return {
    label: `${assay}, rank correlation`,
    cells: scoredAssays.map((scored) => {
      if (!scored) return "not predicted";
      if (scored.spearman === null) return "too few rows to tell";
      return scored.spearman.toFixed(2) + (scored.usable ? "" : ", unlikely to help");
    }),
    best: isCompared
      ? figures.flatMap((figure, index) => (figure !== null && figure === highest ? [index] : []))
      : [],
  };
}

function versionsOf({ data_versions }: Task): string {
  const versions = Object.entries(data_versions).map(([table, version]) => `${table} ${version}`);
  return versions.join(", ") || "rows in the request";
}
