import { conflict, DomainError, notFound } from "@pdp/basics/errors";
import type { Caller } from "#shared/domain/caller.ts";
import { isDeleted, type WorkspaceEntity } from "#shared/domain/workspace.ts";
import type { Freeze } from "#shared/domain/workspaceFreeze.ts";
import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";
import { recentWorkspace } from "#shared/store/recentWorkspaces.ts";
import { workspaceByName } from "#shared/store/workspaces.ts";

/** Workspace that the caller may use, with the fields that its operations need. */
export interface AccessibleWorkspace extends WorkspaceScope {
  readonly canGenerateVariants: boolean;
  readonly freeze: Freeze | null;
}

/**
 * Returns the workspace of a request. The same error is raised for a workspace of another organization and for one that does
 * not exist; only staff, who can access all workspaces, get a 404 for a workspace that does not exist.
 */
export async function accessWorkspace(
  settings: Settings,
  caller: Caller,
  name: string,
): Promise<AccessibleWorkspace> {
  const workspace = await recentWorkspace(
    { settings },
    name,
    (recent) => canReach(caller, recent),
    () => workspaceByName({ settings }, name),
  );
  requireReachable(caller, workspace, name);
  if (workspace.region !== settings.region) throw inOtherRegion(settings, workspace);
  if (workspace.state !== "READY") throw workspaceNotReady(workspace);
  return {
    settings,
    id: workspace.id,
    name: workspace.name,
    region: workspace.region,
    canGenerateVariants: workspace.capabilities.can_generate_variants,
    freeze: workspace.freeze ?? null,
  };
}

/** Tells whether the caller may access a workspace: as a member of its organization or as platform staff. */
export function canReach(caller: Caller, workspace: WorkspaceEntity): boolean {
  if (isDeleted(workspace)) return false;
  return caller.isStaff || (caller.orgId !== null && caller.orgId === workspace.idp_org_id);
}

/**
 * Throws a 403 unless the caller can access the workspace, or a 404 to staff if no workspace has that name.
 */
export function requireReachable(
  caller: Caller,
  workspace: WorkspaceEntity | null,
  name: string,
): asserts workspace is WorkspaceEntity {
  if (workspace && canReach(caller, workspace)) return;
  throw caller.isStaff ? notFound("workspace", `"${name.slice(0, 64)}"`) : workspaceDenied(name);
}

function inOtherRegion({ regions }: Settings, { name, region }: WorkspaceEntity): DomainError {
  return new DomainError(
    "forbidden",
    "workspace_in_other_region",
    `The workspace "${name}" is not served here. Use ${regions[region].apiUrl}, the URL of the region ${region}.`,
  );
}

export function workspaceNotReady({ name, state, deletion, deleted_at }: WorkspaceEntity): DomainError {
  const sentence = deletion
    ? `was deleted at ${deleted_at}; platform staff can restore it until ${deletion.purge_at}.`
    : `is ${state}, not READY. To get its state, use GET /v2/workspace:get?name=${name} on the platform URL.`;
  const code = `workspace_${state.toLowerCase() as Lowercase<Exclude<typeof state, "READY">>}` as const;
  return conflict(code, `The workspace "${name}" ${sentence}`);
}

export function workspaceDenied(name: string): DomainError {
  return new DomainError(
    "forbidden",
    "workspace_forbidden",
    `You cannot access a workspace "${name.slice(0, 64)}" at this URL with this token. To list your workspaces and their regional URLs, use GET /v2/workspace:listRecords on the platform URL. To check whether you need a token for another organization, use GET /auth:checkAuth.`,
  );
}
