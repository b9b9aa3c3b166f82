import type { Workspace } from "#client/workspace.ts";
import { PROJECT_NAME, problemOfName } from "./names.ts";
import { openProjects, type Project } from "./openProjects.ts";

/** Name of the first project unless a person changes it. */
export const FIRST_NAME = "first";

/** Returns whether the selection is an invalid name for the first project. */
export function isBadProject(projects: readonly Project[] | undefined, value: string): boolean {
  return projects?.length === 0 && problemOfName(PROJECT_NAME, value || FIRST_NAME) !== null;
}

/** Returns the project with an ID; the first one if there is none. */
export function projectOrFirst(projects: readonly Project[], id: string): Project | undefined {
  return projects.find((project) => project.id === id) ?? projects[0];
}

/** Returns the ID of the selected project; creates the first project with the given name. */
export async function chosenProject(workspace: Workspace, value: string): Promise<string> {
  const selected = projectOrFirst(await openProjects(workspace), value);
  if (selected) return selected.id;
  return (await workspace.createProject({ name: value.trim() || FIRST_NAME })).id;
}
