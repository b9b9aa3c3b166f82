import type { Workspace } from "#client/workspace.ts";
import { take } from "../../lab.ts";
import { chosenProject } from "../../parts/projectField.tsx";
import { chosenRound } from "./chosenRound.ts";

/** Owner of imports and tasks: a project, or one of its rounds. */
export interface Owner {
  project: string;
  /** Null if it belongs to no round. */
  round: string | null;
}

/** Returns the owner that was chosen: the round counts only if the project has it. */
export async function chosenOwner(workspace: Workspace, project: string, round: string): Promise<Owner> {
  return ownerIn(workspace, await chosenProject(workspace, project), round);
}

/** Returns the round that was chosen of a project, or else the project. */
export async function ownerIn(workspace: Workspace, project: string, round: string): Promise<Owner> {
  if (round === "") return { project, round: null };
  const rounds = await take(workspace.rounds({ project_id: project }));
  return { project, round: chosenRound(rounds, round) };
}

/** Returns an owner as an import names it. */
export function importContext({ project, round }: Owner): { project: string } | { round: string } {
  return round === null ? { project } : { round };
}
