import { take } from "#client/pages.ts";
import { openNextRound, openRound } from "#client/rounds/automaticRound.ts";
import type { RoundPurpose } from "#client/rounds/chooseRound.ts";
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
  [
    "-r, --round <name>",
    "round of the project, by name or id; new opens the next one, none uses no round (default: the latest round, or for designs the next one once the latest is measured)",
  ],
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
  const rounds = await take(workspace.rounds({ project_id: project.id, include_archived: true }));
  return roundOf(rounds, wanted) ?? refuseRound(`The project "${project.name}"`, rounds, wanted);
}

/** Finds a round by name or ID. Archived rounds accept no data, and their names may be in use again. */
export function roundOf(rounds: readonly Schemas["Round"][], wanted: string): Schemas["Round"] | undefined {
  return rounds.find(
    ({ id, name, archived_at }) => archived_at === null && (name === wanted || id === wanted),
  );
}

/** Rejects the name of a round that is archived or does not exist. The owner is the subject of the error, such as `Its project`. */
export function refuseRound(owner: string, rounds: readonly Schemas["Round"][], wanted: string): never {
  const archived = rounds.find(({ id, name }) => name === wanted || id === wanted);
  if (archived)
    throw new UsageError(
      `The round "${wanted}" is archived. To restore it, run: pdp api POST "round:unarchive?id=${archived.id}"`,
    );
  const names = rounds.filter(({ archived_at }) => archived_at === null).map(({ name }) => name);
  const known = names.length === 0 ? "none yet" : names.slice(0, MAX_LISTED).join(", ");
  throw new UsageError(`${owner} has no round "${wanted}"; its rounds: ${known}.`);
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

/** Returns the project of new data: the only project of the workspace if none is specified. */
export async function projectOfData(
  cli: Cli,
  workspace: Workspace,
  options: ContextOptions,
): Promise<Schemas["Project"]> {
  return (await projectOf(cli, workspace, options)) ?? (await onlyProject(cli, workspace));
}

/**
 * Returns the ID of the round that something new belongs to; null for none. Without `--round`, that is the round that the state of
 * the project implies. Creates the round if it is the next one.
 */
export async function chosenRound(
  cli: Cli,
  workspace: Workspace,
  project: Schemas["Project"],
  { round: wanted }: ContextOptions,
  purpose: RoundPurpose,
): Promise<string | null> {
  if (wanted === undefined) {
    const opened = await openRound(workspace, project.id, purpose);
    if (opened?.isNew) cli.say(`${opened.name} of ${project.name} is new    (--round chooses another one)`);
    return opened?.id ?? null;
  }
  const rounds = await take(workspace.rounds({ project_id: project.id, include_archived: true }));
  const named = roundOf(rounds, wanted);
  // A round may have one of these words as its name.
  if (named === undefined && wanted === "none") return null;
  if (named === undefined && wanted === "new") {
    const opened = await openNextRound(workspace, project.id);
    cli.say(`${opened.name} of ${project.name} is ${opened.isNew ? "new" : "unused, and is the next one"}`);
    return opened.id;
  }
  return (named ?? refuseRound(`The project "${project.name}"`, rounds, wanted)).id;
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
  purpose: RoundPurpose,
): Promise<Schemas["TaskContext"]> {
  const isPlaced = (options.project ?? options.round ?? (await cli.usualProject())) !== undefined;
  if (!isPlaced) return { kind: "WORKSPACE" };
  const project = await projectOfData(cli, workspace, options);
  const round = await chosenRound(cli, workspace, project, options, purpose);
  return round === null ? { kind: "PROJECT", project_id: project.id } : { kind: "ROUND", round_id: round };
}
