import type { components } from "#client/schema.ts";
import type { Workspace } from "#client/workspace.ts";
import type { Cli } from "../cli.ts";
import { UsageError } from "../errors.ts";

type Schemas = components["schemas"];

/** Options for commands that work on a project or one of its rounds. */
export interface ContextOptions {
  project?: string;
  round?: string;
}

export const CONTEXT_OPTIONS = [
  ["-p, --project <name>", "project, by name or id (PDP_PROJECT)"],
  ["-r, --round <name>", "round of the project, by name or id"],
] as const;

/** Finds a project by name or ID. */
export async function findProject(workspace: Workspace, wanted: string): Promise<Schemas["Project"]> {
  const { project, names } = await lookUpProject(workspace, wanted);
  if (project) return project;
  throw new UsageError(
    `Project "${wanted}" not found. ${listed(names)} To create it, run: pdp project create "${wanted}" --workspace ${workspace.name}`,
  );
}

/** Looks for a project by name or ID, and returns the names of all projects. */
export async function lookUpProject(
  workspace: Workspace,
  wanted: string,
): Promise<{ project: Schemas["Project"] | undefined; names: string[] }> {
  const names: string[] = [];
  const named: Schemas["Project"][] = [];
  let byId: Schemas["Project"] | undefined;
  for await (const project of workspace.projects()) {
    if (project.name === wanted) named.push(project);
    if (project.id === wanted) byId = project;
    names.push(project.name);
  }
  const [project = byId] = named;
  if (named.length > 1)
    throw new UsageError(
      `Several projects are named "${wanted}". Give the id of one: ${named.map(({ id }) => id).join(", ")}.`,
    );
  return { project, names };
}

/** Maximum number of projects that an error lists. */
const MAX_LISTED = 20;

function listed(names: readonly string[]): string {
  return names.length === 0
    ? "This workspace has no projects yet."
    : `Projects in this workspace: ${names.slice(0, MAX_LISTED).join(", ")}.`;
}

/** Finds a round of a project by name or ID. */
export async function findRound(
  workspace: Workspace,
  project: Schemas["Project"],
  wanted: string,
): Promise<Schemas["Round"]> {
  const names: string[] = [];
  for await (const round of workspace.rounds({ project_id: project.id })) {
    if (round.name === wanted || round.id === wanted) return round;
    names.push(round.name);
  }
  const known = names.length === 0 ? "none yet" : names.slice(0, 20).join(", ");
  throw new UsageError(`The project "${project.name}" has no round "${wanted}"; its rounds: ${known}.`);
}

/** Returns the project specified by an option, the environment or `pdp use`; undefined if there is none. */
export async function projectOf(
  cli: Cli,
  workspace: Workspace,
  { project }: ContextOptions,
): Promise<Schemas["Project"] | undefined> {
  const wanted = project ?? (await cli.usualProject());
  return wanted === undefined ? undefined : findProject(workspace, wanted);
}

/** Project of new data or of a new task, and its round if one is specified. */
export interface Place {
  project: Schemas["Project"];
  round: Schemas["Round"] | null;
}

/** Returns the place of new data, which belongs to a project: the only project of the workspace if none is specified. */
export async function placeOf(cli: Cli, workspace: Workspace, options: ContextOptions): Promise<Place> {
  const project = (await projectOf(cli, workspace, options)) ?? (await onlyProject(cli, workspace));
  const round = options.round === undefined ? null : await findRound(workspace, project, options.round);
  return { project, round };
}

async function onlyProject(cli: Cli, workspace: Workspace): Promise<Schemas["Project"]> {
  const projects: Schemas["Project"][] = [];
  for await (const project of workspace.projects()) projects.push(project);
  const [only] = projects;
  if (projects.length === 1 && only) {
    cli.say(`project ${only.name}`);
    return only;
  }
  throw new UsageError(
    `Specify a project: --project, PDP_PROJECT, or pdp use WORKSPACE --project NAME. ${listed(projects.map(({ name }) => name))}`,
  );
}

/** Returns the context for a new task: the whole workspace if neither a project nor a round is specified. */
export async function taskContextOf(
  cli: Cli,
  workspace: Workspace,
  options: ContextOptions,
): Promise<Schemas["TaskContext"]> {
  const isPlaced = (options.project ?? options.round ?? (await cli.usualProject())) !== undefined;
  if (!isPlaced) return { kind: "WORKSPACE" };
  const { project, round } = await placeOf(cli, workspace, options);
  return round ? { kind: "ROUND", round_id: round.id } : { kind: "PROJECT", project_id: project.id };
}
