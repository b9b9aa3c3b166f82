import type { RoundPurpose } from "#client/rounds/chooseRound.ts";
import type { Workspace } from "#client/workspace.ts";
import { chosenProject } from "../../parts/chosenProject.ts";
import { chosenRound } from "./chosenRound.ts";

/** Project or project round that imports and tasks belong to. */
export interface Owner {
  project: string;
  /** Null if it does not belong to a round. */
  round: string | null;
}

/** Returns the selected project and round, and creates them if they are new; ignores a round of another project. */
export async function chosenOwner(
  workspace: Workspace,
  selectedProject: string,
  round: string,
  purpose: RoundPurpose,
): Promise<Owner> {
  const project = await chosenProject(workspace, selectedProject);
  return { project, round: await chosenRound(workspace, project, round, purpose) };
}

/** Returns an owner in the form used by an import. */
export function importContext({ project, round }: Owner): { project: string } | { round: string } {
  return round === null ? { project } : { round };
}
