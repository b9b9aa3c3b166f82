import * as v from "valibot";
import { conflict, notFound } from "#shared/domain/errors.ts";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import { type WorkspaceEntity, WorkspaceName } from "#shared/domain/workspace.ts";
import type { PlatformScope } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "./dynamodb/change.ts";
import { platformDatabase } from "./dynamodb/database.ts";
import {
  ConditionFailed,
  getItem,
  getItems,
  listAll,
  type Stored,
  transact,
  type Write,
} from "./dynamodb/items.ts";
import {
  organizationWorkspaceKey,
  organizationWorkspaces,
  workspaceKey,
  workspaceNameKey,
  workspacesKey,
  workspacesUnderWay,
  workspaceUnderWayKey,
} from "./dynamodb/keys.ts";
import { readPage } from "./dynamodb/readPage.ts";
import { forgetWorkspace } from "./recentWorkspaces.ts";

export type StoredWorkspace = Stored<WorkspaceEntity>;

/** Stores a new workspace with an in-progress mark, so that the sweeper finds a provisioning that was lost. */
export async function createWorkspaceEntity(scope: PlatformScope, workspace: WorkspaceEntity): Promise<void> {
  const name = workspaceNameKey(workspace.name);
  try {
    await transact(platformDatabase(scope), [
      { kind: "create", key: name, item: { workspace_id: workspace.id } },
      { kind: "create", key: workspaceKey(workspace.id), item: workspace },
      { kind: "put", key: workspaceUnderWayKey(workspace.id), item: { workspace_id: workspace.id } },
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailed) || error.index !== 0) throw error;
    throw conflict("workspace_name_taken", `The workspace name "${workspace.name}" is taken.`);
  }
}

export function workspaceById(scope: PlatformScope, id: string): Promise<StoredWorkspace | null> {
  return getItem<WorkspaceEntity>(platformDatabase(scope), workspaceKey(id));
}

/** Id that no workspace has. */
const NO_WORKSPACE = "0";

/**
 * Finds a workspace by its name. It always takes two reads, so that the response time does not tell whether there is
 * one.
 */
export async function workspaceByName(scope: PlatformScope, name: string): Promise<StoredWorkspace | null> {
  // Invalid names are not looked up, since the length of keys is limited.
  if (!v.is(WorkspaceName, name)) return null;
  const holder = await getItem<{ workspace_id: string }>(platformDatabase(scope), workspaceNameKey(name));
  return workspaceById(scope, holder?.workspace_id ?? NO_WORKSPACE);
}

/** Marks a workspace as deleted: its name is free again, its record stays. */
export async function settleDeletion(scope: PlatformScope, before: StoredWorkspace): Promise<void> {
  const { revision: _, ...workspace } = before;
  if (!workspace.deletion) throw new Error(`The workspace ${before.id} is not being deleted`);
  const after: WorkspaceEntity = { ...workspace, deletion: { ...workspace.deletion, stage: "PURGED" } };
  await transact(platformDatabase(scope), [
    { kind: "replace", key: workspaceKey(before.id), item: after, revision: before.revision },
    { kind: "delete", key: workspaceNameKey(before.name) },
    { kind: "delete", key: workspaceUnderWayKey(before.id) },
  ]);
  forgetWorkspace(scope, before.name);
}

/** Applies a rule to the stored workspace, with retries on concurrent changes. */
export async function changeWorkspace(
  scope: PlatformScope,
  name: string,
  change: (workspace: WorkspaceEntity) => WorkspaceEntity,
): Promise<WorkspaceEntity> {
  return retryConditionFailed(async () => {
    const before = await workspaceByName(scope, name);
    if (!before) throw notFound("workspace", name.slice(0, 64));
    const { revision: _, ...workspace } = before;
    const after = change(workspace);
    await replaceWorkspace(
      scope,
      before,
      after,
      after.state === "PROVISIONING" || after.state === "DELETING",
    );
    return after;
  });
}

/** Replaces a workspace as it was read; `underWay` keeps or removes the in-progress mark. */
export async function replaceWorkspace(
  scope: PlatformScope,
  before: StoredWorkspace,
  after: WorkspaceEntity,
  underWay: boolean,
): Promise<void> {
  const writes: Write[] = [
    { kind: "replace", key: workspaceKey(after.id), item: after, revision: before.revision },
    underWay
      ? { kind: "put", key: workspaceUnderWayKey(after.id), item: { workspace_id: after.id } }
      : { kind: "delete", key: workspaceUnderWayKey(after.id) },
  ];
  if (after.idp_org_id !== null && before.idp_org_id === null) {
    const key = organizationWorkspaceKey(after.idp_org_id, after.id);
    writes.push({ kind: "put", key, item: { id: after.id } });
  }
  await transact(platformDatabase(scope), writes);
  forgetWorkspace(scope, after.name);
}

/** Lists the workspaces whose provisioning or deletion may have lost its state machine. */
export async function workspacesInProgress(scope: PlatformScope): Promise<string[]> {
  const marks = await listAll<{ workspace_id: string }>(platformDatabase(scope), workspacesUnderWay);
  return marks.map((mark) => mark.workspace_id);
}

/** Lists the workspaces of one organization, or all if `orgId` is null. */
export function listWorkspaces(
  scope: PlatformScope,
  orgId: string | null,
  includeDeleted: boolean,
  request: PageRequest,
): Promise<Page<WorkspaceEntity>> {
  const database = platformDatabase(scope);
  return readPage<{ id: string }, WorkspaceEntity>(
    database,
    {
      pk: orgId === null ? workspacesKey : organizationWorkspaces(orgId),
      identity: String(includeDeleted),
      resolve: async (entries) => {
        const found = await getItems<WorkspaceEntity>(
          database,
          entries.map(({ id }) => workspaceKey(id)),
        );
        const byId = new Map(found.map((workspace) => [workspace.id, workspace]));
        return entries.map(({ id }) => {
          const workspace = byId.get(id);
          return workspace && (includeDeleted || workspace.deleted_at === null) ? workspace : null;
        });
      },
    },
    request,
  );
}

/** Lists all workspaces, including deleted ones. */
export function allWorkspaces(scope: PlatformScope): Promise<StoredWorkspace[]> {
  return listAll<WorkspaceEntity>(platformDatabase(scope), workspacesKey);
}
