import type { components } from "#client/schema.ts";
import type { Workspace } from "#client/workspace.ts";
import { take } from "../lab.ts";
import { Field, NameField, Select } from "./form.tsx";
import { PROJECT_NAME, problemOfName } from "./names.ts";

export type Project = components["schemas"]["Project"];

const FIRST_NAME = "first";

/** Reads the projects that something new may belong to. */
export function openProjects(workspace: Workspace): Promise<Project[]> {
  return take(workspace.projects());
}

/** Returns whether the selection is an invalid name for the first project. */
export function isBadProject(projects: readonly Project[] | undefined, value: string): boolean {
  return projects?.length === 0 && problemOfName(PROJECT_NAME, value || FIRST_NAME) !== null;
}

interface ProjectFieldProps {
  projects: readonly Project[];
  /** ID of the selected project, or the name of the first one; empty if nothing is selected. */
  value: string;
  onChange: (value: string) => void;
}

/** Selector for the project that something belongs to; if there are no projects, a field for the name of the first one. */
export function ProjectField({ projects, value, onChange }: ProjectFieldProps) {
  if (projects.length === 0) {
    return (
      <NameField
        id="project"
        label="New project"
        rule={PROJECT_NAME}
        hint="Imports and tasks belong to a project. There are none yet, so this one will be created."
        value={value || FIRST_NAME}
        onChange={onChange}
      />
    );
  }
  return (
    <Field id="project" label="Project">
      <Select
        id="project"
        value={value || (projects[0]?.id ?? "")}
        options={Object.fromEntries(projects.map(({ id, name }) => [id, name]))}
        onChange={onChange}
      />
    </Field>
  );
}

/** Returns the ID of the selected project; creates the first project with the given name. */
export async function chosenProject(workspace: Workspace, value: string): Promise<string> {
  const projects = await openProjects(workspace);
  const found = projects.find(({ id }) => id === value) ?? projects[0];
  if (found) return found.id;
  return (await workspace.createProject({ name: value.trim() || FIRST_NAME })).id;
}
