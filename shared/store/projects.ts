import { conflict, notFound } from "@pdp/basics/errors";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import type { Project } from "#shared/domain/project.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeItem } from "./dynamodb/change.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import {
  entryWrite,
  getItem,
  getItems,
  itemWrite,
  listAll,
  type Stored,
  transact,
  type Write,
} from "./dynamodb/items.ts";
import { activeProjectKey, activeProjects, projectKey, projects } from "./dynamodb/keys.ts";
import { readEntityPage, readPage } from "./dynamodb/readPage.ts";

/** Project as it was read, and as it will be stored. */
export interface ProjectChange {
  before: Stored<Project>;
  after: Project;
}

export async function createProjectRecord(scope: WorkspaceScope, project: Project): Promise<void> {
  await transact(workspaceDatabase(scope), projectWrites(scope, null, project));
}

/** Returns the writes that create or update a project with its list entry. */
export function projectWrites(
  scope: WorkspaceScope,
  before: Stored<Project> | null,
  after: Project,
): Write[] {
  const { id } = after;
  return [
    itemWrite(projectKey(scope.id, id), before, after),
    entryWrite(activeProjectKey(scope.id, id), after.archived_at === null, { id }),
  ];
}

export async function getProject(scope: WorkspaceScope, id: string): Promise<Project> {
  return (await readProject(scope, id)).item;
}

export async function readProject(scope: WorkspaceScope, id: string): Promise<Stored<Project>> {
  const project = await getItem<Project>(workspaceDatabase(scope), projectKey(scope.id, id));
  if (!project) throw notFound("project", id);
  return project;
}

/** Applies a rule to the stored project. */
export function changeProject(
  scope: WorkspaceScope,
  id: string,
  rule: (project: Project) => Project,
): Promise<Project> {
  return changeItem(
    workspaceDatabase(scope),
    () => readProject(scope, id),
    rule,
    (before, after) => projectWrites(scope, before, after),
  );
}

/** Returns all projects, including archived ones. */
export function allProjects(scope: WorkspaceScope): Promise<Project[]> {
  return listAll<Project>(workspaceDatabase(scope), projects(scope.id));
}

export function listProjects(
  scope: WorkspaceScope,
  includeArchived: boolean,
  request: PageRequest,
): Promise<Page<Project>> {
  const database = workspaceDatabase(scope);
  if (includeArchived) {
    const pk = projects(scope.id);
    return readPage<Project, Project>(database, { pk, identity: "", resolve: async (all) => all }, request);
  }
  return readEntityPage<{ id: string }, Project>(
    database,
    {
      pk: activeProjects(scope.id),
      identity: "",
      idOf: ({ id }) => id,
      keyOf: (id) => projectKey(scope.id, id),
      show: (projects) => projects.filter((project) => project.archived_at === null),
    },
    request,
  );
}

/** Reads projects by id; unknown projects are skipped. */
export async function projectsById(
  scope: WorkspaceScope,
  ids: readonly string[],
): Promise<Map<string, Project>> {
  const keys = [...new Set(ids)].map((id) => projectKey(scope.id, id));
  const projects = await getItems<Project>(workspaceDatabase(scope), keys);
  return new Map(projects.map((project) => [project.id, project]));
}

/** Returns a condition for transactions that create or change something in a project: the project must be active. */
export function projectIsActive(scope: WorkspaceScope, projectId: string): Write {
  return {
    kind: "check",
    key: projectKey(scope.id, projectId),
    equals: { archived_at: null },
    refusal: () => contextArchived("project", projectId),
  };
}

/** Returns the conflict error for creating something in a project or round that has been archived in the meantime. */
export function contextArchived(what: "project" | "round", id: string): Error {
  return conflict(`${what}_archived`, `The ${what} ${id} is archived: nothing new can be created in it.`);
}
