import type { ProjectSummary as Summary } from "../resources.ts";
import type { Workspace } from "../workspace.ts";
import { readAssayValues } from "./readAssayValues.ts";
import { type AssayGoal, type LoadedValue, rankingOf } from "./roundProgress.ts";

/** Values of one assay of a project. */
export interface RankedValues {
  values: readonly LoadedValue[];
  goal: AssayGoal;
  /** False if only the values of the latest imports were read. */
  isComplete: boolean;
}

/**
 * Reads the values of an assay and how they are ranked. Null if they cannot be ranked, because the target is the prediction for a
 * sequence, or if they do not come from a table with a sequence column.
 */
export async function readRankedValues(
  workspace: Workspace,
  projectId: string,
  assay: Summary["assays"][number],
): Promise<RankedValues | null> {
  const ranking = rankingOf(assay.direction, assay.target);
  if (ranking === null) return null;
  const task = await workspace.task(assay.task_id).get();
  const read = await readAssayValues(workspace, projectId, assay.assay_id, task);
  if (read === null) return null;
  return { values: read.values, goal: { ...ranking, wildType: read.wildType }, isComplete: read.isComplete };
}

/** States that values of the earliest imports were not compared. */
export function incompleteWords(assayId: string, count: number): string {
  return `Only the latest ${count.toLocaleString("en-US")} values of ${assayId} were compared (one for each sequence in an import). Earlier imports are missing from its gains.`;
}
