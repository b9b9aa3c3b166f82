import { quoteReference } from "#client/requests/sqlNames.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { take } from "../../lab.ts";
import type { ScoredSubstitution } from "./scoreMap.ts";

/** Maximum number of substitutions that a page reads. */
const MAX_ROWS = 200_000;
/** Number of recent training runs that are searched for those with a structure. */
const TRAININGS_READ = 300;

/** Returns the table with the scores of all single substitutions that a task computed; null without one. */
export function substitutionsTable({
  result,
  erased_at: erasedAt,
}: Pick<Task, "result" | "erased_at">): string | null {
  if (!result || !("substitutions" in result) || erasedAt !== undefined) return null;
  return result.substitutions?.table ?? null;
}

/** Reads the scores of all single substitutions, ordered by position. Only tables about two chains have a column `chain`. */
export async function readSubstitutions(workspace: Workspace, table: string): Promise<ScoredSubstitution[]> {
  const result = await workspace.query<ScoredSubstitution>(
    `SELECT * FROM ${quoteReference(table)} ORDER BY position, residue LIMIT ${MAX_ROWS}`,
  );
  return (await result.rows()).map((row) => ({ ...row, position: Number(row.position) }));
}

/** Returns the latest completed training with a structure; null if there is none. */
export async function trainingWith(workspace: Workspace, structure: string): Promise<Task | null> {
  const trainings = await take(workspace.tasks({ type: "train/v2", order: "DESC" }), TRAININGS_READ);
  return (
    trainings.find((task) => structureOf(task) === structure && substitutionsTable(task) !== null) ?? null
  );
}

/** Returns the structure that a training run uses; null without one. */
export function structureOf({ parameters }: Pick<Task, "parameters">): string | null {
  return (parameters as { structure?: { artifact_id?: string } | null }).structure?.artifact_id ?? null;
}
