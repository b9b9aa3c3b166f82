import { DataProblem } from "@pdp/basics/errors";
import type { Numbering } from "@pdp/basics/proteins";
import { formatCount, formatInteger, formatNumber, formatShare } from "@pdp/basics/wording";
import { assayName, assayOf } from "@pdp/science/analysis";
import {
  type DesignRow,
  type DesignScorer,
  isImprobable,
  MIN_CONSTRAINT_PROBABILITY,
} from "@pdp/science/designs";
import type { AssayPredictor as Predictor } from "@pdp/science/models";
import { residueIndices } from "@pdp/science/sequences";
import type { Assay, Measure } from "#shared/domain/tasks/assay.ts";
import type { Filterer } from "#shared/domain/tasks/designParameters.ts";
import { predictionWarning } from "#shared/domain/tasks/predictionWarning.ts";
import { designsReport } from "#shared/reports/designsReport.ts";
import { type LibraryComparison, librarySection } from "#shared/reports/librarySection.ts";
import type { ReportedGoal } from "#shared/reports/reportedGoal.ts";
import { germlinesFor } from "#shared/runtime/germlineFile.ts";
import { withAntibodyColumns } from "./antibodyColumns.ts";
import { type Controls, controlSection } from "./controlRows.ts";
import { designTable } from "./designTable.ts";
import { libraryTable } from "./libraryTable.ts";
import type { LoadedScorer } from "./models.ts";
import { reportArtifact } from "./reportArtifact.ts";
import type { Outcome, TaskRun } from "./taskRun.ts";

/** Scorer that covers the assays of several scorers. */
export interface JointScorer {
  scorer: DesignScorer;
  assays: Assay[];
  /** Returns whether all scorers can predict a sequence. */
  fits: (sequence: string) => boolean;
  /** Assays with predictions that the training found not usable. */
  unusable: Assay[];
}

/** Combines scorers into one that covers all their assays; if two of them cover the same assay, the first scorer wins. */
export function jointScorer(loaded: readonly LoadedScorer[]): JointScorer {
  const scorer: Map<string, Predictor> = new Map();
  for (const scorerModel of loaded)
    for (const [id, predictor] of scorerModel.scorer) if (!scorer.has(id)) scorer.set(id, predictor);
  const predictors = loaded.flatMap((scorerModel) => [...scorerModel.scorer.values()]);
  const assays = loaded.flatMap(({ training }) => training.assays);
  return {
    scorer,
    assays,
    unusable: [...scorer].filter(([, { model }]) => !model.usable).map(([id]) => assayOf(id, assays)),
    fits: (sequence) => predictors.every((predictor) => predictor.fits(sequence)),
  };
}

/** Returns the measures limited by filters. */
export function limitsOf(filterers: readonly Filterer[] | null | undefined): Measure[] {
  return (filterers ?? []).flatMap(({ constraints }) => (constraints ?? []).map(({ measure }) => measure));
}

export interface Selection {
  title: string;
  rows: DesignRow[];
  wanted: number;
  scorer: DesignScorer;
  assays: readonly Assay[];
  unusable: readonly Assay[];
  /** Measure used to rank the designs; null if they are ranked by likelihood. */
  objective: ReportedGoal | null;
  /** Secondary objectives. */
  secondary?: readonly ReportedGoal[];
  /** Measures with a limit, from the ranker or a filter. */
  limits: readonly Measure[];
  template: string;
  /** Numbers of the template's residues. */
  numbering: Numbering;
  stages: { stage: string; count: number }[];
  /** Warnings about goals that are out of reach. */
  warnings?: readonly string[];
  remarks: string[];
  /** Known sequences, shown next to the designs. */
  controls: Controls;
  /** Degenerate libraries in addition to the designs, if requested. */
  library?: LibraryComparison | null;
}

/** Returns the selected designs as a table in the workspace, with a report on them. */
export async function designOutcome(run: TaskRun, selection: Selection): Promise<Outcome> {
  const { title, rows, wanted, assays, unusable, objective, template, numbering, stages, remarks } =
    selection;
  if (rows.length === 0) {
    throw new DataProblem(
      "No design meets all requirements and filters. Relax a threshold, or allow more mutations.",
    );
  }
  const ids = [...selection.scorer.keys()];
  const shown = ids.map((id) => assayOf(id, assays));
  const report = designsReport({
    title: run.task.display_name ?? title,
    template,
    numbering,
    assays: shown,
    objective,
    secondary: selection.secondary ?? [],
    limits: selection.limits,
    templatePredictions: templatePredictions(selection),
    designs: rows.map((row) => ({
      sequence: row.sequence,
      log_likelihood: row.log_likelihood,
      predictions: ids.map((id) => row.predictions[id] ?? null),
      note: noteOf(row),
      reason: row.reason,
    })),
    wanted,
    stages,
    warnings: [
      ...improbable(rows),
      ...(selection.warnings ?? []),
      predictionWarning(unusable.map(assayName)) ?? [],
    ].flat(),
    remarks,
    germlines: await germlinesFor(run.scope, template),
    figures: { usable: shown.map((assay) => !unusable.includes(assay)) },
  });
  const { controls, library = null } = selection;
  const warning = predictionWarning(unusable.map(({ assay_id }) => assay_id));
  if (controls.rows.length + controls.omitted > 0)
    report.sections.splice(1, 0, controlSection(controls, shown));
  if (library && objective)
    report.sections.splice(1, 0, librarySection(library, assayOf(objective.assay_id, assays), warning));
  return {
    artifacts: [reportArtifact(report, `designs-${run.task.id}`)],
    tables: [
      withAntibodyColumns(
        designTable(`${title}: ${rows.length} designs from task ${run.task.id}`, rows, ids, {
          positions: numbering.wording(template.length),
          warning,
        }),
        template,
      ),
      ...(library ? [libraryTable(run.task.id, library, template, warning)] : []),
    ],
    numbering,
    result: ({ artifact, table }) => ({
      selected_assemblies: { table: table("designs") },
      report: { artifact_id: artifact("report") },
      ...(library && { library: { table: table("library") } }),
    }),
  };
}

function noteOf({ passes, constraint_probability: probability }: DesignRow): string | null {
  if (isImprobable(probability)) return "hardly meets the constraints";
  return passes ? null : "fails a filter";
}

/** Warns about designs that can hardly meet the constraints, for example because a threshold is out of reach. */
function improbable(rows: readonly DesignRow[]): string[] {
  const probabilities = rows.map((row) => row.constraint_probability);
  const count = probabilities.filter(isImprobable).length;
  if (count === 0) return [];
  const limit = formatShare(MIN_CONSTRAINT_PROBABILITY);
  if (count < rows.length)
    return [
      `${formatInteger(count)} of the ${formatCount(rows.length, "design")} ${count === 1 ? "meets" : "meet"} the constraints with a probability below ${limit}.`,
    ];
  const highest = Math.max(...probabilities.map((probability) => probability ?? 0));
  return [
    `No design is likely to meet the constraints: the highest probability of meeting all of them is ${formatNumber(highest)}. Check the thresholds and their units.`,
  ];
}

/** Returns predictions in the order of the scorer's assays. */
function templatePredictions({ scorer, template }: Selection): { mean: number; sd: number }[] {
  const sequence = residueIndices(template);
  return [...scorer.values()].map((predictor) => {
    const { mean, sd } = predictor.predict([sequence]);
    return { mean: mean[0] ?? Number.NaN, sd: sd[0] ?? Number.NaN };
  });
}
