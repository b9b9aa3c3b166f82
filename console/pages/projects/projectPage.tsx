import { take, useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import type { Project } from "../../parts/openProjects.ts";
import { Page } from "../../parts/page.tsx";
import { Reading } from "../../parts/reading.tsx";
import { latestOf, readAgain, useResource } from "../../resource.ts";
import { Imports } from "../imports.tsx";
import { ProjectOrders } from "../orders/projectOrders.tsx";
import { ProjectStructures } from "../structures/projectStructures.tsx";
import { Tables } from "../tablesPage.tsx";
import { TaskList } from "../tasks/tasksPage.tsx";
import { ProjectForm } from "./projectForm.tsx";
import { References } from "./references.tsx";
import { ProgressCharts } from "./rounds/progressCharts.tsx";
import { readRounds } from "./rounds/readRounds.ts";
import { RoundsLine } from "./rounds/roundsLine.tsx";
import { ProjectSummary } from "./summary.tsx";

/** One project: its progress, tables, imports, tasks and name. */
export function ProjectPage({ params }: { params: Record<string, string> }) {
  const workspace = useWorkspace();
  const id = params.project ?? "";
  const of = { project_id: id };
  const read = useResource(`project ${workspace.name} ${id}`, () => workspace.project(id));
  const rounds = useResource(`rounds of project ${id}`, () => readRounds(workspace, id));
  const tables = useResource(`tables of ${id}`, () => take(workspace.tables(of)));
  const loads = useResource(`loads of project ${id}`, () => take(workspace.loads({ ...of, order: "DESC" })));
  const tasks = useResource(`tasks of ${id}`, () => take(workspace.tasks({ ...of, order: "DESC" })));
  const project = latestOf(read);
  return (
    <Page title={project?.name ?? "Project"} actions={project && <Archive project={project} />}>
      <Reading of={read}>
        {(shown) => (
          <>
            {shown.description && <p>{shown.description}</p>}
            {shown.archived_at !== null && (
              <p class="notice warn">This project is archived and does not accept imports or tasks.</p>
            )}
            <Reading of={rounds} label="Summarizing the project">
              {(projectRounds) => (
                <>
                  {shown.archived_at === null && <RoundsLine projectId={id} projectRounds={projectRounds} />}
                  <ProgressCharts projectId={id} projectRounds={projectRounds} />
                  <ProjectSummary project={shown} summary={projectRounds.summary} />
                </>
              )}
            </Reading>
            <section class="stack" aria-labelledby="tables">
              <h2 id="tables">Tables</h2>
              <Reading of={tables}>
                {(projectTables) =>
                  projectTables.length > 0 ? (
                    <Tables tables={projectTables} />
                  ) : (
                    <p>None of its imports has created a table yet.</p>
                  )
                }
              </Reading>
            </section>
            <ProjectOrders projectId={id} />
            <Reading of={loads}>
              {(projectLoads) => <Imports loads={projectLoads.filter(({ files }) => files.length > 0)} />}
            </Reading>
            <section class="stack" aria-labelledby="tasks">
              <h2 id="tasks">Tasks</h2>
              <Reading of={tasks}>{(projectTasks) => <TaskList tasks={projectTasks} />}</Reading>
            </section>
          </>
        )}
      </Reading>
      {project && <References project={project} />}
      {project && <ProjectStructures projectId={id} />}
      {project && <Rename key={project.updated_at} project={project} />}
    </Page>
  );
}

function Archive({ project: { id, archived_at } }: { project: Project }) {
  const workspace = useWorkspace();
  const change = async () => {
    await workspace.archiveProject(id, archived_at === null);
    readAgain();
  };
  return <ActionButton run={change}>{archived_at === null ? "Archive" : "Restore"}</ActionButton>;
}

function Rename({ project }: { project: Project }) {
  const workspace = useWorkspace();
  return (
    <ProjectForm
      title="Name and description"
      verb="Save"
      project={project}
      onSave={async (fields) => {
        await workspace.updateProject(project.id, fields);
        readAgain();
      }}
    />
  );
}
