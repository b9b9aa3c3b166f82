import { pathIn, take, useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { Age } from "../../parts/age.tsx";
import { arrangeList, type Listed } from "../../parts/arrangeList.ts";
import { DataTable } from "../../parts/dataTable.tsx";
import { Checkbox } from "../../parts/form.tsx";
import { ListTools, listChoice } from "../../parts/listTools.tsx";
import type { Project } from "../../parts/openProjects.ts";
import { Page } from "../../parts/page.tsx";
import { Reading } from "../../parts/reading.tsx";
import { latestOf, readAgain, useResource } from "../../resource.ts";
import { address, setQuery } from "../../router.ts";
import { ProjectForm } from "./projectForm.tsx";

/** Projects in a workspace. Archived projects are shown if the URL requests it. */
export function ProjectsPage() {
  const workspace = useWorkspace();
  const withArchived = address.value.searchParams.get("archived") === "1";
  const read = useResource(`projects ${workspace.name} ${withArchived}`, () =>
    take(workspace.projects({ include_archived: withArchived })),
  );
  return (
    <Page title="Projects">
      <p>A project contains the imports and tasks for one protein, and the tables that they created.</p>
      <Reading of={read}>
        {(projects) => {
          const shown = arrangeList(projects, listedProject, listChoice());
          return (
            <>
              {projects.length > 0 && (
                <ListTools
                  of="project"
                  orders={["recent", "name"]}
                  count={projects.length}
                  shown={shown.length}
                />
              )}
              {projects.length > 0 && shown.length === 0 ? (
                <p>No project matches.</p>
              ) : (
                <Projects projects={shown} />
              )}
            </>
          );
        }}
      </Reading>
      <Checkbox
        checked={withArchived}
        onChange={(isChecked) => setQuery({ archived: isChecked ? "1" : null }, { replace: true })}
      >
        Show archived projects
      </Checkbox>
      <NewProject usedNames={(latestOf(read) ?? []).map(({ name }) => name)} />
    </Page>
  );
}

function listedProject({ name, description, updated_at, created_by }: Project): Listed {
  return { name, description, changedAt: updated_at, createdBy: created_by };
}

function Projects({ projects }: { projects: readonly Project[] }) {
  const workspace = useWorkspace();
  if (projects.length === 0) {
    return (
      <div class="card empty">
        <p>No projects yet. The first import also creates one.</p>
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
                {archived_at === null ? "Archive" : "Restore"}
              </ActionButton>
            </td>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}

function NewProject({ usedNames }: { usedNames: readonly string[] }) {
  const workspace = useWorkspace();
  return (
    <ProjectForm
      title="New project"
      verb="Create"
      usedNames={usedNames}
      onSave={async ({ name, description }) => {
        await workspace.createProject({ name, ...(description !== null && { description }) });
        readAgain();
      }}
    />
  );
}
