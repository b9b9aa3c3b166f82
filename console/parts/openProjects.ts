import type { components } from "#client/schema.ts";
import type { Workspace } from "#client/workspace.ts";
import { take } from "../lab.ts";

export type Project = components["schemas"]["Project"];

/** Reads the projects that something new may belong to. */
export function openProjects(workspace: Workspace): Promise<Project[]> {
  return take(workspace.projects());
}
