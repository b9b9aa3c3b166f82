import type { WorkspaceEntity, WorkspaceRecord } from "#shared/domain/workspace.ts";
import type { Settings } from "#shared/runtime/scope.ts";

/** Returns the API representation of a workspace, with its region and the address of its operations. */
export function workspaceRecord(settings: Settings, workspace: WorkspaceEntity): WorkspaceRecord {
  return { ...workspace, region_api_url: settings.regions[workspace.region].apiUrl };
}
