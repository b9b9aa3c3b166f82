import { conflict, notFound } from "#shared/domain/errors.ts";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import type { Project } from "#shared/domain/project.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "./dynamodb/change.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { ConditionFailed, getItem, getItems, type Stored, transact, type Write } from "./dynamodb/items.ts";
import { activeProjectKey, activeProjects, projectKey, projects } from "./dynamodb/keys.ts";
import { readPage } from "./dynamodb/readPage.ts";

export async function createProjectRecord(scope: WorkspaceScope, project: Project): Promise<void> {
  await transact(workspaceDatabase(scope), projectWrites(scope, null, project));
}

/** Returns the writes that create or update a project with its list entry. */
export function projectWrites(
  scope: WorkspaceScope,
  before: Stored<Project> | null,
  after: Project,
): Write[] {
  const key = projectKey(scope.id, after.id);
  const listed = activeProjectKey(scope.id, after.id);
  return [
    before === null
      ? { kind: "create", key, item: after }
      : { kind: "replace", key, item: after, revision: before.revision },
    after.archived_at === null
      ? { kind: "put", key: listed, item: { id: after.id } }
      : { kind: "delete", key: listed },
  ];
}

export async function getProject(scope: WorkspaceScope, id: string): Promise<Stored<Project>> {
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
  return retryConditionFailed(async () => {
    const before = await getProject(scope, id);
    const { revision: _, ...project } = before;
    const after = rule(project);
    await transact(workspaceDatabase(scope), projectWrites(scope, before, after));
    return after;
  });
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
  return readPage<{ id: string }, Project>(
    database,
    {
      pk: activeProjects(scope.id),
      identity: "",
      resolve: async (entries) => {
        const found = await projectsById(
          scope,
          entries.map(({ id }) => id),
        );
        return entries.map(({ id }) => {
          const project = found.get(id);
          return project?.archived_at === null ? project : null;
        });
      },
    },
    request,
  );
}

/** Reads projects by their ids; unknown ones are left out. */
export async function projectsById(
  scope: WorkspaceScope,
  ids: readonly string[],
): Promise<Map<string, Project>> {
  const keys = [...new Set(ids)].map((id) => projectKey(scope.id, id));
  const found = await getItems<Project>(workspaceDatabase(scope), keys);
  return new Map(found.map((project) => [project.id, project]));
}

/** Returns a condition for transactions that create something in a project: the project is active. */
export function projectIsActive(scope: WorkspaceScope, projectId: string): Write {
  return { kind: "check", key: projectKey(scope.id, projectId), equals: { archived_at: null } };
}

/**
 * Returns a conflict if `projectIsActive` or `roundIsActive` at position `index` of a transaction failed, else the
 * error itself.
 */
export function archivedMeanwhile(error: unknown, index: number, what: string, id: string): unknown {
  if (!(error instanceof ConditionFailed) || error.index !== index) return error;
  return conflict(`${what}_archived`, `The ${what} ${id} is archived: nothing new can be created in it.`);
}
