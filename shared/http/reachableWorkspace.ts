import type { Caller } from "#shared/domain/caller.ts";
import type { WorkspaceEntity } from "#shared/domain/workspace.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { workspaceByName } from "#shared/store/workspaces.ts";
import { canReach, workspaceDenied } from "./workspaceAccess.ts";

/** Returns a workspace in any state, if the caller is a member or platform staff. */
export async function reachableWorkspace(
  settings: Settings,
  caller: Caller,
  name: string,
): Promise<WorkspaceEntity> {
  const workspace = await workspaceByName({ settings }, name);
  if (!workspace || !canReach(caller, workspace)) throw workspaceDenied(name);
  return workspace;
}
