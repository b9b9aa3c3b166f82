import { useState } from "preact/hooks";
import { pathIn, take, useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { Age } from "../../parts/age.tsx";
import { DataTable } from "../../parts/dataTable.tsx";
import { Field } from "../../parts/form.tsx";
import { Page } from "../../parts/page.tsx";
import type { Project } from "../../parts/projectField.tsx";
import { Reading } from "../../parts/reading.tsx";
import { readAgain, useResource } from "../../resource.ts";
import { address, setQuery } from "../../router.ts";

/** Projects of a workspace. Those that are archived are shown if the address says so. */
export function ProjectsPage() {
  const workspace = useWorkspace();
  const withArchived = address.value.searchParams.get("archived") === "1";
  const read = useResource(`projects ${workspace.name} ${withArchived}`, () =>
    take(workspace.projects({ include_archived: withArchived })),
  );
  return (
    <Page title="Projects">
      <p>
        A project holds what belongs together: the imports and tasks about one protein, and the tables that
        they made.
      </p>
      <Reading of={read}>{(projects) => <Projects projects={projects} />}</Reading>
      <label class="check">
        <input
          type="checkbox"
          checked={withArchived}
          onChange={({ currentTarget }) =>
            setQuery({ archived: currentTarget.checked ? "1" : null }, { replace: true })
          }
        />
        Show archived projects
      </label>
      <NewProject />
    </Page>
  );
}

function Projects({ projects }: { projects: readonly Project[] }) {
  const workspace = useWorkspace();
  if (projects.length === 0) {
    return (
      <div class="card empty">
        <p>No projects yet. The first import makes one, too.</p>
      </div>
    );
  }
  return (
    <div class="card scroll">
      <DataTable columns={["Name", "State", "Changed", { label: "Actions", as: "hidden" }]}>
        {projects.map(({ id, name, description, archived_at, updated_at }) => (
          <tr key={id}>
            <th scope="row">
              <a href={pathIn(workspace, "projects", id)}>{name}</a>
              {description && <div class="small muted">{description}</div>}
            </th>
            <td>{archived_at === null ? "active" : "archived"}</td>
            <td>
              <Age at={updated_at} />
            </td>
            <td>
              <ActionButton
                class="small"
                run={async () => {
                  await workspace.archiveProject(id, archived_at === null);
                  readAgain();
                }}
              >
                {archived_at === null ? "Archive" : "Bring back"}
              </ActionButton>
            </td>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}

function NewProject() {
  const workspace = useWorkspace();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const create = async () => {
    await workspace.createProject({ name, ...(description.trim() && { description: description.trim() }) });
    setName("");
    setDescription("");
    readAgain();
  };
  return (
    <section class="card" aria-labelledby="new-project">
      <header>
        <h2 id="new-project">New project</h2>
      </header>
      <div class="body">
        <div class="row top">
          <ProjectNameField value={name} onChange={setName} />
          <Field id="description" label="Description">
            <input
              id="description"
              value={description}
              onInput={({ currentTarget }) => setDescription(currentTarget.value)}
            />
          </Field>
        </div>
        <div>
          <ActionButton class="primary" run={create} disabled={!isProjectName(name)}>
            Create
          </ActionButton>
        </div>
      </div>
    </section>
  );
}

/** Name of a project, which has no spaces. */
export function ProjectNameField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  return (
    <Field id="project-name" label="Name" hint="1 to 64 characters without spaces">
      <input
        id="project-name"
        maxLength={64}
        aria-describedby="project-name-hint"
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Field>
  );
}

export function isProjectName(name: string): boolean {
  return /^\S{1,64}$/.test(name);
}
