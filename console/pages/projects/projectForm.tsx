import { useState } from "preact/hooks";
import { ActionButton } from "../../parts/actionButton.tsx";
import { Card } from "../../parts/card.tsx";
import { NameField, TextField } from "../../parts/form.tsx";
import { PROJECT_NAME, problemOfName } from "../../parts/names.ts";
import type { Project } from "../../parts/openProjects.ts";

interface ProjectFormProps {
  title: string;
  /** Action name. */
  verb: string;
  /** Project to change; absent for a new project. */
  project?: Project;
  /** Names of other projects. */
  usedNames?: readonly string[];
  onSave: (fields: { name: string; description: string | null }) => Promise<void>;
}

/** Form for the name and description of a project. It is cleared after a new project is saved. */
export function ProjectForm({ title, verb, project, usedNames = [], onSave }: ProjectFormProps) {
  const [name, setName] = useState(project?.name ?? "");
  const [description, setDescription] = useState(project?.description ?? "");
  const isTaken = usedNames.includes(name);
  const save = async () => {
    await onSave({ name, description: description.trim() || null });
    if (project) return;
    setName("");
    setDescription("");
  };
  return (
    <Card title={title} id="project-form">
      <div class="row top">
        <NameField
          id="project-name"
          label="Name"
          rule={PROJECT_NAME}
          hint="1 to 64 characters without spaces"
          problem={isTaken ? "Another project has this name." : null}
          maxLength={64}
          value={name}
          onChange={setName}
        />
        <TextField id="description" label="Description" value={description} onChange={setDescription} />
      </div>
      <div>
        <ActionButton
          class={project ? "" : "primary"}
          run={save}
          disabled={isTaken || problemOfName(PROJECT_NAME, name) !== null}
        >
          {verb}
        </ActionButton>
      </div>
    </Card>
  );
}
