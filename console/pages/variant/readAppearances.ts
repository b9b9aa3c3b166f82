import { CHAIN_BREAK } from "@pdp/basics/proteins";
import { type Prediction, predictionsOf, sequenceOfRow, warningOf } from "#client/orderList/design.ts";
import { kindOf, type StatedAssembly, sequenceOf } from "#client/requests/assembly.ts";
import { proteinSql } from "#client/requests/proteinColumns.ts";
import { quoteReference, quoteText } from "#client/requests/sqlNames.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { inGroups } from "./inGroups.ts";

/** Task result row that contains a given variant. */
export interface Appearance {
  task: Task;
  /** Rank among the task's designs; null for a prediction. */
  rank: number | null;
  /** Explanation of a design; null if there is none. */
  reason: string | null;
  predictions: readonly Prediction[];
  /** Warning about the predictions; absent if there is none. */
  warning?: string;
  /** Training with the models that made the predictions; null if unknown. */
  training: Task | null;
}

/** Predictions of one task for sequences that are compared with a variant. */
export interface PredictedOthers {
  task: Task;
  /** Training with the models that made the predictions; null if unknown. */
  training: Task | null;
  /** Predictions by sequence. */
  predictions: ReadonlyMap<string, readonly Prediction[]>;
}

export interface Appearances {
  appearances: Appearance[];
  /** Predictions for the variant and the other requested sequences, latest task first. */
  others: PredictedOthers[];
  /** Number of design and prediction tasks, and how many of them were searched. */
  tasks: number;
  searched: number;
}

/** Maximum number of tasks to search, latest first. */
const MAX_TASKS = 40;

/**
 * Finds a variant in the designs and predictions of tasks, together with the predictions for `others`, such as variants with
 * only one of its mutations.
 */
export async function readAppearances(
  workspace: Workspace,
  tasks: readonly Task[],
  sequence: string,
  others: readonly string[],
): Promise<Appearances> {
  const trainings = new Map(
    tasks.flatMap((task) => {
      const scorer = task.result && "models" in task.result ? task.result.models.scorer?.artifact_id : null;
      return scorer ? [[scorer, task] as const] : [];
    }),
  );
  const isPair = sequence.includes(CHAIN_BREAK);
  const withResults = tasks.filter((task) => resultTable(task) !== null && hasChains(task) === isPair);
  const protein = proteinSql(isPair ? { vh: "vh", vl: "vl" } : "sequence");
  const searched = withResults.slice(0, MAX_TASKS);
  const sequences = [...new Set([sequence, ...others])];
  const read = await inGroups(searched, async (task) => {
    const table = quoteReference(resultTable(task) ?? "");
    const listed = sequences.map(quoteText).join(", ");
    // A sequence that was pasted several times has several rows with equal predictions.
    const copies = `row_number() OVER (PARTITION BY ${protein} ORDER BY ${protein}) AS copy_number`;
    const query = `SELECT * FROM (SELECT *, ${copies} FROM ${table} WHERE ${protein} IN (${listed})) WHERE copy_number = 1`;
    const rows = (await (await workspace.query(query)).rows()).map(
      (row): Record<string, unknown> => ({ ...row, sequence: sequenceOfRow(row) }),
    );
    const training = trainings.get(scorerOf(task) ?? "") ?? null;
    return { task, training, rows };
  });
  return {
    appearances: read.flatMap(({ task, training, rows }) => {
      const row = rows.find((candidate) => candidate.sequence === sequence);
      if (row === undefined) return [];
      const { rank, reason } = row;
      return [
        {
          ...{ task, training },
          rank: rank === undefined || rank === null ? null : Number(rank),
          reason: typeof reason === "string" ? reason : null,
          predictions: finitePredictions(row),
          ...warningOf(row),
        },
      ];
    }),
    others: read.flatMap(({ task, training, rows }) => {
      const predictions = rows.map((row) => [String(row.sequence), finitePredictions(row)] as const);
      return predictions.length === 0 ? [] : [{ task, training, predictions: new Map(predictions) }];
    }),
    tasks: withResults.length,
    searched: searched.length,
  };
}

function finitePredictions(row: Readonly<Record<string, unknown>>): Prediction[] {
  return predictionsOf(row).filter(({ mean }) => Number.isFinite(mean));
}

/** Returns the table with a task's designs or predictions; null if it has none. */
function resultTable({ result, erased_at: erasedAt }: Task): string | null {
  if (!result || erasedAt !== undefined) return null;
  if ("selected_assemblies" in result) return result.selected_assemblies.table;
  return "predictions" in result ? result.predictions.table : null;
}

interface ScorerParameters {
  scorer?: { artifact_id?: string };
  ranker?: { scorer_config?: { scorer?: { artifact_id?: string } } };
}

/** Returns the ID of the model with which a task predicts. */
function scorerOf({ parameters }: Task): string | undefined {
  const { scorer, ranker } = parameters as ScorerParameters;
  return scorer?.artifact_id ?? ranker?.scorer_config?.scorer?.artifact_id;
}

interface TemplateParameters {
  generator?: { template?: { assembly?: StatedAssembly } };
}

interface KindParameters {
  template?: StatedAssembly | null;
  assemblies?: { kind?: string } | null;
  ranker?: { scorer_config?: { kind?: string }; sampler_config?: { kind?: string } };
}

/** Returns whether a design or prediction task has sequences of two chains. */
function hasChains({ parameters }: Task): boolean {
  const { template, assemblies, ranker } = parameters as KindParameters;
  const kinds = [assemblies?.kind, ranker?.scorer_config?.kind, ranker?.sampler_config?.kind];
  return kinds.some((kind) => kind?.startsWith("VHVL")) || kindOf(sequenceOf(template) ?? "") === "VHVL";
}

/** Returns the tasks that designed variants of a sequence. */
export function tasksFrom(tasks: readonly Task[], sequence: string): Task[] {
  return tasks.filter(
    ({ parameters }) =>
      sequenceOf((parameters as TemplateParameters).generator?.template?.assembly) === sequence,
  );
}
