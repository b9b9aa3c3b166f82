import type { Workspace } from "#client/workspace.ts";
import { PROJECT_NAME, problemOfName } from "./names.ts";
import { openProjects, type Project } from "./openProjects.ts";

/** Name of the first project unless a person changes it. */
export const FIRST_NAME = "first";

/** Returns whether the selection is an invalid name for the first project. */
export function isBadProject(projects: readonly Project[] | undefined, value: string): boolean {
  return projects?.length === 0 && problemOfName(PROJECT_NAME, value || FIRST_NAME) !== null;
}

/** Returns the ID of the selected project; creates the first project with the given name. */
export async function chosenProject(workspace: Workspace, value: string): Promise<string> {
  const projects = await openProjects(workspace);
  const found = projects.find(({ id }) => id === value) ?? projects[0];
  if (found) return found.id;
  return (await workspace.createProject({ name: value.trim() || FIRST_NAME })).id;
}
