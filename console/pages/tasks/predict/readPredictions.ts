import { haveSameChains, joinMutations, type Numbering } from "@pdp/basics/proteins";
import {
  assaysOf,
  type Prediction,
  predictionsOf,
  sequenceOfRow,
  warningOf,
} from "#client/orderList/design.ts";
import { trainingNumbering } from "#client/referenceNumbering.ts";
import { kindOf, type StatedAssembly, sequenceOf } from "#client/requests/assembly.ts";
import { readTraining } from "#client/requests/earlierTask.ts";
import { hasProteinSql, proteinSql } from "#client/requests/proteinColumns.ts";
import { quoteName, quoteReference } from "#client/requests/sqlNames.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { readChains } from "../../readProteins.ts";
import type { MeasuredVariant } from "../../table/heatmap/substitutions.ts";
import { writeChanges } from "../../variant/writeChanges.ts";

/** Sequence with its model predictions. */
export interface PredictedSequence {
  sequence: string;
  /** Relative to the model's reference, such as `V29A`; null for a sequence of another length. */
  mutations: string | null;
  /** True if it is less similar to the measured variants than they are to each other. */
  extrapolates: boolean;
  /** Empty for a sequence that the model cannot predict. */
  predictions: Prediction[];
  /** Warning about the predictions; absent if there is none. */
  warning?: string;
}

export interface Predictions {
  task: Task;
  table: string;
  training: Task;
  /** Protein for which the single substitutions were predicted; null for given sequences. */
  template: string | null;
  numbering: Numbering;
  assays: string[];
  sequences: PredictedSequence[];
}

/** Maximum number of predictions read by a page. */
const MAX_ROWS = 50_001;

/** Reads the results of a prediction task; null for any other task, or if it has not completed. */
export async function readPredictions(workspace: Workspace, id: string): Promise<Predictions | null> {
  const task = await workspace.task(id).get();
  if (!task.result || !("predictions" in task.result) || task.erased_at !== undefined) return null;
  const { table } = task.result.predictions;
  const { scorer, template } = task.parameters as {
    scorer: { artifact_id: string };
    template?: StatedAssembly | null;
  };
  const [result, producer] = await Promise.all([
    workspace.query(`SELECT * FROM ${quoteReference(table)} LIMIT ${MAX_ROWS}`),
    workspace.producingTask(scorer.artifact_id),
  ]);
  const training = await producer.get();
  const protein = sequenceOf(template);
  const numbering = await trainingNumbering(workspace, training, protein);
  const { reference } = readTraining(training.parameters);
  const sequences = (await result.rows()).map((row) => ({
    sequence: sequenceOfRow(row),
    mutations: mutationsOf(row, reference, numbering),
    extrapolates: row.extrapolates === true,
    predictions: predictionsOf(row).filter(({ assay }) => row[`${assay}_mean`] !== null),
    ...warningOf(row),
  }));
  return {
    task,
    table,
    training,
    template: protein ?? null,
    numbering,
    assays: assaysOf(sequences),
    sequences,
  };
}

/**
 * Returns the mutations of a row in the training's numbering. If the chains of the sequence and of the training task's reference differ in length,
 * returns the mutations from the table, which are numbered from 1.
 */
function mutationsOf(row: Record<string, unknown>, reference: string, numbering: Numbering): string | null {
  if (row.mutations === null) return null;
  const sequence = sequenceOfRow(row);
  if (!haveSameChains(sequence, reference)) return String(row.mutations);
  return joinMutations(writeChanges(sequence, reference, numbering));
}

/** Maximum number of measured sequences that a page reads, which is also the maximum that a training run learns from. */
const MAX_LEARNED = 200_000;

/** Reads the mean assay value of each sequence on which a training run was trained. */
export async function readLearned(
  workspace: Workspace,
  { id, parameters }: Pick<Task, "id" | "parameters">,
  assay: string,
): Promise<MeasuredVariant[]> {
  const column = quoteName(assay);
  const dataset = `tasks.task_${id}.dataset`;
  const { reference } = readTraining(parameters);
  const proteins = kindOf(reference) === "VHVL" ? await readChains(workspace, dataset) : "sequence";
  if (proteins === null) return [];
  const result = await workspace.query<Omit<MeasuredVariant, "mutations">>(
    `SELECT ${proteinSql(proteins)} AS sequence, avg(CAST(${column} AS DOUBLE)) AS value FROM ${dataset} ` +
      `WHERE ${column} IS NOT NULL AND ${hasProteinSql(proteins)} GROUP BY 1 LIMIT ${MAX_LEARNED}`,
  );
  return (await result.rows()).map((row) => ({ ...row, mutations: null }));
}
