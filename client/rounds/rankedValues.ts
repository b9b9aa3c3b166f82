import type { Load } from "../loadHandle.ts";
import type { components } from "../schema.ts";
import type { Workspace } from "../workspace.ts";
import { isMeasurement } from "./automaticRound.ts";
import { readAssayValues } from "./readAssayValues.ts";
import {
  type AssayGoal,
  type LoadedValue,
  NOT_IN_A_ROUND,
  type RoundStep,
  rankingOf,
} from "./roundProgress.ts";

type Summary = components["schemas"]["ProjectSummary"];

/** Values of one assay of a project. */
export interface RankedValues {
  values: readonly LoadedValue[];
  goal: AssayGoal;
  /** False if only the values of the latest imports were read. */
  isComplete: boolean;
}

/** Returns the ID of the round of a context; null if it is not in a round. */
export function roundOf(context: Load["context"]): string | null {
  return context.kind === "ROUND" ? String(context.round_id) : null;
}

/** Returns the imports of each round: first those that are not in a round, then each round with its name, archived ones included. */
export function roundSteps(loads: readonly Load[], rounds: Summary["rounds"]): RoundStep[] {
  const active = loads.filter(isMeasurement);
  const loadsOf = (round: string | null) =>
    new Set(active.filter(({ context }) => roundOf(context) === round).map(({ id }) => id));
  return [
    { name: NOT_IN_A_ROUND, loads: loadsOf(null) },
    ...rounds.map(({ name, round_id }) => ({ name, loads: loadsOf(round_id) })),
  ];
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
