import { conflict } from "@pdp/basics/errors";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import type { Project } from "#shared/domain/project.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { entryWrite, itemWrite, type Stored, transact, type Write } from "./dynamodb/items.ts";
import { activeProjectKey, activeProjects, projectKey, projects } from "./dynamodb/keys.ts";
import { readEntityPage, readPage } from "./dynamodb/readPage.ts";
import { recordsOf } from "./dynamodb/recordsOf.ts";

export const {
  get: getProject,
  read: readProject,
  change: changeProject,
  byId: projectsById,
  all: allProjects,
} = recordsOf<Project>({ name: "project", keyOf: projectKey, listOf: projects, writes: projectWrites });

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
