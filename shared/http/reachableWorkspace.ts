import type { Caller } from "#shared/domain/caller.ts";
import type { WorkspaceEntity } from "#shared/domain/workspace.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { workspaceByName } from "#shared/store/workspaces.ts";
import { requireReachable } from "./workspaceAccess.ts";

/** Returns a workspace in any state, if the caller is a member or platform staff. */
export async function reachableWorkspace(
  settings: Settings,
  caller: Caller,
  name: string,
): Promise<WorkspaceEntity> {
  const workspace = await workspaceByName({ settings }, name);
  requireReachable(caller, workspace, name);
  return workspace;
}
