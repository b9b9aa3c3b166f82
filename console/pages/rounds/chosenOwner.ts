import type { Workspace } from "#client/workspace.ts";
import { take } from "../../lab.ts";
import { chosenProject } from "../../parts/projectField.tsx";
import { chosenRound } from "./chosenRound.ts";

/** Project or project round that imports and tasks belong to. */
export interface Owner {
  project: string;
  /** Null if it does not belong to a round. */
  round: string | null;
}

/** Returns the selected owner; ignores a round that does not belong to the project. */
export async function chosenOwner(workspace: Workspace, project: string, round: string): Promise<Owner> {
  return ownerIn(workspace, await chosenProject(workspace, project), round);
}

/** Returns the selected round of a project, or the project if no round is selected. */
export async function ownerIn(workspace: Workspace, project: string, round: string): Promise<Owner> {
  if (round === "") return { project, round: null };
  const rounds = await take(workspace.rounds({ project_id: project }));
  return { project, round: chosenRound(rounds, round) };
}

/** Returns an owner in the form used by an import. */
export function importContext({ project, round }: Owner): { project: string } | { round: string } {
  return round === null ? { project } : { round };
}
