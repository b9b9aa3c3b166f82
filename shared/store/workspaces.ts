import { conflict, notFound } from "@pdp/basics/errors";
import * as v from "valibot";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import {
  settlePurge,
  type WorkspaceCertificate,
  type WorkspaceEntity,
  WorkspaceName,
} from "#shared/domain/workspace.ts";
import type { PlatformScope } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "./dynamodb/change.ts";
import { platformDatabase } from "./dynamodb/database.ts";
import { entryWrite, getItem, listAll, type Stored, transact, type Write } from "./dynamodb/items.ts";
import {
  organizationWorkspaceKey,
  organizationWorkspaces,
  workspaceKey,
  workspaceNameKey,
  workspacesKey,
  workspacesUnderWay,
  workspaceUnderWayKey,
} from "./dynamodb/keys.ts";
import { readEntityPage } from "./dynamodb/readPage.ts";
import { forgetWorkspace } from "./recentWorkspaces.ts";

export type StoredWorkspace = Stored<WorkspaceEntity>;

/** Stores a new workspace with an in-progress mark, so that the sweeper finds it if its provisioning is lost. */
export async function createWorkspaceEntity(scope: PlatformScope, workspace: WorkspaceEntity): Promise<void> {
  const { id, name } = workspace;
  const nameInUse = (): Error =>
    conflict("workspace_name_taken", `The workspace name "${name}" is already in use.`);
  await transact(platformDatabase(scope), [
    { kind: "create", key: workspaceNameKey(name), item: { workspace_id: id }, refusal: nameInUse },
    { kind: "create", key: workspaceKey(id), item: workspace },
    { kind: "put", key: workspaceUnderWayKey(id), item: { workspace_id: id } },
  ]);
}

export function readWorkspace(scope: PlatformScope, id: string): Promise<StoredWorkspace | null> {
  return getItem<WorkspaceEntity>(platformDatabase(scope), workspaceKey(id));
}

/** Id that does not belong to any workspace. */
const NO_WORKSPACE = "0";

/**
 * Finds a workspace by name. It always performs two reads, so that the response time does not reveal whether the workspace
 * exists.
 */
export async function workspaceByName(scope: PlatformScope, name: string): Promise<WorkspaceEntity | null> {
  return (await readWorkspaceByName(scope, name))?.item ?? null;
}

async function readWorkspaceByName(scope: PlatformScope, name: string): Promise<StoredWorkspace | null> {
  // Invalid names are not looked up, because the length of keys is limited.
  if (!v.is(WorkspaceName, name)) return null;
  const holder = await getItem<{ workspace_id: string }>(platformDatabase(scope), workspaceNameKey(name));
  return readWorkspace(scope, holder?.item.workspace_id ?? NO_WORKSPACE);
}

/**
 * Marks a workspace as deleted: its name becomes available again, and its record only keeps what `settlePurge` keeps, along
 * with the certificate if its data was erased.
 */
export async function settleDeletion(
  scope: PlatformScope,
  before: StoredWorkspace,
  certificate?: WorkspaceCertificate,
): Promise<void> {
  const { id, name, deletion } = before.item;
  if (!deletion) throw new Error(`The workspace ${id} is not being deleted`);
  const item = settlePurge(before.item, { ...deletion, ...(certificate && { certificate }) });
  await transact(platformDatabase(scope), [
    { kind: "replace", key: workspaceKey(id), item, revision: before.revision },
    { kind: "delete", key: workspaceNameKey(name) },
    { kind: "delete", key: workspaceUnderWayKey(id) },
  ]);
  forgetWorkspace(scope, name);
}

/** Applies a rule to the stored workspace, with retries on concurrent changes. */
export async function changeWorkspace(
  scope: PlatformScope,
  name: string,
  change: (workspace: WorkspaceEntity) => WorkspaceEntity,
): Promise<WorkspaceEntity> {
  return retryConditionFailed(async () => {
    const before = await readWorkspaceByName(scope, name);
    if (!before) throw notFound("workspace", name.slice(0, 64));
    const after = change(before.item);
    const isInProgress = after.state === "PROVISIONING" || after.state === "DELETING";
    await replaceWorkspace(scope, before, after, isInProgress);
    return after;
  });
}

/** Replaces a workspace if it has not changed since it was read; `isInProgress` keeps or removes the in-progress mark. */
export async function replaceWorkspace(
  scope: PlatformScope,
  before: StoredWorkspace,
  after: WorkspaceEntity,
  isInProgress: boolean,
): Promise<void> {
  const writes: Write[] = [
    { kind: "replace", key: workspaceKey(after.id), item: after, revision: before.revision },
    entryWrite(workspaceUnderWayKey(after.id), isInProgress, { workspace_id: after.id }),
  ];
  if (after.idp_org_id !== null && before.item.idp_org_id === null) {
    const key = organizationWorkspaceKey(after.idp_org_id, after.id);
    writes.push({ kind: "put", key, item: { id: after.id } });
  }
  await transact(platformDatabase(scope), writes);
  forgetWorkspace(scope, after.name);
}

/** Lists the workspaces for which the state machine of a provisioning or deletion may have been lost. */
export async function workspacesInProgress(scope: PlatformScope): Promise<string[]> {
  const marks = await listAll<{ workspace_id: string }>(platformDatabase(scope), workspacesUnderWay);
  return marks.map((mark) => mark.workspace_id);
}

/** Lists the workspaces of the given organizations, or all if `orgIds` is null. Deleted workspaces include purged ones. */
export function listWorkspaces(
  scope: PlatformScope,
  orgIds: readonly string[] | null,
  includeDeleted: boolean,
  request: PageRequest,
): Promise<Page<WorkspaceEntity>> {
  if (orgIds?.length === 0) return Promise.resolve({ items: [], cursor: null });
  return readEntityPage<{ id: string }, WorkspaceEntity>(
    platformDatabase(scope),
    {
      pk: orgIds === null ? workspacesKey : orgIds.map(organizationWorkspaces),
      identity: String(includeDeleted),
      idOf: ({ id }) => id,
      keyOf: workspaceKey,
      show: (workspaces) => workspaces.filter(({ deleted_at }) => includeDeleted || deleted_at === null),
    },
    request,
  );
}

/** Lists all workspaces, including deleted ones. */
export function allWorkspaces(scope: PlatformScope): Promise<WorkspaceEntity[]> {
  return listAll<WorkspaceEntity>(platformDatabase(scope), workspacesKey);
}
