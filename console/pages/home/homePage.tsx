import type { Task } from "#client/taskHandle.ts";
import { pathIn, take, useWorkspace } from "../../lab.ts";
import { Age } from "../../parts/age.tsx";
import { TaskBadge } from "../../parts/badge.tsx";
import { formatNumber, formatValue, plural } from "../../parts/format.ts";
import { openProjects, type Project } from "../../parts/openProjects.ts";
import { Page } from "../../parts/page.tsx";
import { Reading } from "../../parts/reading.tsx";
import { latestOf, useResource } from "../../resource.ts";
import { signedIn } from "../../session.ts";
import { EmptyWorkspace } from "../emptyWorkspace.tsx";
import { Imports } from "../imports.tsx";
import { FirstPlateLink } from "../projects/rounds/firstPlateLink.tsx";
import { nextStepWords } from "../projects/rounds/nextStep.ts";
import { NextStepButton } from "../projects/rounds/nextStepButton.tsx";
import { readRounds } from "../projects/rounds/readRounds.ts";
import { taskTitle } from "../tasks/taskTitle.ts";
import { recentProjects } from "./recentProjects.ts";

const IMPORTS_SHOWN = 5;
const TASKS_SHOWN = 8;
/** Number of recent loads and tasks that are searched for imports and running tasks. */
const LOADS_READ = 100;
const TASKS_READ = 100;
/** Maximum number of projects for which rounds are read. */
const PROJECTS_SHOWN = 4;

/** Workspace home page: project progress, running work, and the latest imports. */
export function HomePage() {
  const workspace = useWorkspace();
  const read = useResource(`home ${workspace.name}`, async () => {
    if (typeof signedIn.value === "string") throw new Error("Nobody is signed in.");
    const [me, projects, loads, tasks, tables] = await Promise.all([
      signedIn.value.platform.me(),
      openProjects(workspace),
      take(workspace.loads({ order: "DESC" }), LOADS_READ),
      take(workspace.tasks({ order: "DESC" }), TASKS_READ),
      take(workspace.tables(), 1),
    ]);
    // Task results are loads without files.
    const imports = loads.filter(({ files, state }) => files.length > 0 || state !== "COMPLETED");
    const isRunning = ({ state }: Task) => state === "INIT" || state === "EXECUTING";
    return {
      projects: recentProjects(projects, [...loads, ...tasks], me.user_id),
      loads: imports.slice(0, IMPORTS_SHOWN),
      tasks: tasks.toSorted((a, b) => Number(isRunning(b)) - Number(isRunning(a))).slice(0, TASKS_SHOWN),
      isEmpty: tables.length === 0 && imports.length === 0,
    };
  });
  return (
    <Page
      title={workspace.name}
      intro={introOf(latestOf(read))}
      primary={
        <a class="button primary" href={pathIn(workspace, "import")}>
          Import a file
        </a>
      }
    >
      <Reading of={read}>
        {({ projects, loads, tasks, isEmpty }) => (
          <>
            {isEmpty && <EmptyWorkspace />}
            {projects.length > 0 && <Projects projects={projects} />}
            {tasks.length > 0 && <Tasks tasks={tasks} />}
            {loads.length > 0 && <Imports loads={loads} />}
          </>
        )}
      </Reading>
    </Page>
  );
}

/** Says what a workspace is for, and what to do next. */
function introOf(shown: { projects: readonly Project[]; isEmpty: boolean } | undefined): string {
  const purpose = "Measurements of protein variants, and the models and designs made from them.";
  if (shown === undefined) return purpose;
  if (shown.isEmpty)
    return `${purpose} Next: import a file with your measurements, or load the example data.`;
  return shown.projects.length === 0
    ? `${purpose} Import a file to add measurements.`
    : `${purpose} Each project below names its next step; import a file to add measurements.`;
}

function Projects({ projects }: { projects: readonly Project[] }) {
  const workspace = useWorkspace();
  const shown = projects.slice(0, PROJECTS_SHOWN);
  return (
    <section class="stack" aria-labelledby="projects">
      <h2 id="projects">Projects</h2>
      <div class="home-projects">
        {shown.map((project) => (
          <ProjectCard key={project.id} project={project} />
        ))}
      </div>
      {projects.length > shown.length && (
        <a href={pathIn(workspace, "projects")}>All {projects.length} projects</a>
      )}
    </section>
  );
}

function ProjectCard({ project: { id, name, description } }: { project: Project }) {
  const workspace = useWorkspace();
  const read = useResource(`home project ${id}`, () => readRounds(workspace, id));
  return (
    <section class="card" aria-label={name}>
      <header>
        <h3>
          <a href={pathIn(workspace, "projects", id)}>{name}</a>
        </h3>
      </header>
      <div class="body">
        {description && <p>{description}</p>}
        <Reading of={read} label="Reading the rounds">
          {(projectRounds) => {
            const { rounds, summary, next } = projectRounds;
            const current = rounds.at(-1);
            const outside = summary.outside_rounds.rows;
            const [assay] = summary.assays.filter(({ best_value: best }) => best !== null);
            return (
              <>
                <p>
                  {current
                    ? `In ${current.name}: ${plural(current.rows, "row")} measured${current.rows === 0 && outside > 0 ? ` (${formatNumber(outside)} not in a round)` : ""}, ${plural(current.trainings, "training run")}, ${plural(current.designCount, "design")}.`
                    : `${plural(outside, "row")} measured, ${plural(summary.outside_rounds.designs, "design")}, and no rounds yet.`}
                  {assay &&
                    ` Best ${assay.name ?? assay.assay_id}: ${formatValue(assay.best_value ?? 0)}${assay.unit ? ` ${assay.unit}` : ""}.`}
                </p>
                <p class="small muted">{nextStepWords(next)}</p>
                <div>
                  <NextStepButton projectId={id} step={next} isPrimary={false} />
                </div>
                <FirstPlateLink projectId={id} projectRounds={projectRounds} />
              </>
            );
          }}
        </Reading>
      </div>
    </section>
  );
}

function Tasks({ tasks }: { tasks: readonly Task[] }) {
  const workspace = useWorkspace();
  return (
    <section class="card" aria-labelledby="tasks">
      <header>
        <h2 id="tasks">Latest tasks</h2>
        <a href={pathIn(workspace, "tasks")}>All tasks</a>
      </header>
      <ul class="body plain">
        {tasks.map((task) => (
          <li key={task.id} class="row">
            <TaskBadge state={task.state} />
            <a href={pathIn(workspace, "tasks", task.id)}>{taskTitle(task)}</a>
            {task.state === "EXECUTING" && <Progress task={task} />}
            <span class="small muted">
              <Age at={task.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Progress({ task: { id, progress } }: { task: Task }) {
  const fraction = progress?.fraction ?? null;
  return fraction === null ? null : (
    <progress class="home-progress" aria-label={`Progress of task ${id}`} value={fraction} max={1} />
  );
}
