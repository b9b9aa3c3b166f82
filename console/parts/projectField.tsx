import { FIRST_NAME } from "./chosenProject.ts";
import { Field, NameField } from "./form.tsx";
import { PROJECT_NAME } from "./names.ts";
import type { Project } from "./openProjects.ts";
import { SearchSelect } from "./searchSelect.tsx";

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
      <SearchSelect
        id="project"
        label="Project"
        value={value || (projects[0]?.id ?? "")}
        options={projects.map(({ id, name }) => ({ value: id, text: name, reason: null }))}
        onChange={onChange}
      />
    </Field>
  );
}
