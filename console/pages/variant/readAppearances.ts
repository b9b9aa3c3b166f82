import { type Prediction, predictionsOf } from "#client/orderList/design.ts";
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
  /** Training with the models that made the predictions; null if unknown. */
  training: Task | null;
}

export interface Appearances {
  found: Appearance[];
  /** Number of design and prediction tasks, and how many of them were searched. */
  tasks: number;
  searched: number;
}

/** Maximum number of tasks to search, latest first. */
const MAX_TASKS = 40;

/** Finds a variant in the designs and predictions of tasks. */
export async function readAppearances(
  workspace: Workspace,
  tasks: readonly Task[],
  sequence: string,
): Promise<Appearances> {
  const trainings = new Map(
    tasks.flatMap((task) => {
      const scorer = task.result && "models" in task.result ? task.result.models.scorer?.artifact_id : null;
      return scorer ? [[scorer, task] as const] : [];
    }),
  );
  const withResults = tasks.filter((task) => resultTable(task) !== null);
  const searched = withResults.slice(0, MAX_TASKS);
  const found = await inGroups(searched, async (task) => {
    const table = quoteReference(resultTable(task) ?? "");
    const query = `SELECT * FROM ${table} WHERE sequence = ${quoteText(sequence)} LIMIT 1`;
    const [row] = await (await workspace.query(query)).rows();
    if (row === undefined) return [];
    const { rank, reason } = row;
    return [
      {
        task,
        rank: rank === undefined || rank === null ? null : Number(rank),
        reason: typeof reason === "string" ? reason : null,
        predictions: predictionsOf(row).filter(({ mean }) => Number.isFinite(mean)),
        training: trainings.get(scorerOf(task) ?? "") ?? null,
      },
    ];
  });
  return { found: found.flat(), tasks: withResults.length, searched: searched.length };
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
  generator?: { template?: { assembly?: { monomer?: string } } };
}

/** Returns the tasks that designed variants of a sequence. */
export function tasksFrom(tasks: readonly Task[], sequence: string): Task[] {
  return tasks.filter(
    ({ parameters }) =>
      (parameters as TemplateParameters).generator?.template?.assembly?.monomer === sequence,
  );
}
