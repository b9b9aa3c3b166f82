import type { Workspace } from "#client/workspace.ts";
import { take } from "../../lab.ts";
import { chosenProject } from "../../parts/projectField.tsx";

/** Owner of imports and tasks: a project, or one of its rounds. */
export interface Owner {
  project: string;
  /** Null if it belongs to no round. */
  round: string | null;
}

/** Returns the owner that was chosen: the round counts only if the project has it. */
export async function chosenOwner(workspace: Workspace, project: string, round: string): Promise<Owner> {
  const id = await chosenProject(workspace, project);
  if (round === "") return { project: id, round: null };
  const rounds = await take(workspace.rounds({ project_id: id }));
  return { project: id, round: rounds.some((one) => one.id === round) ? round : null };
}

/** Returns an owner as an import names it. */
export function importContext({ project, round }: Owner): { project: string } | { round: string } {
  return round === null ? { project } : { round };
}
