import { isDeleted, type WorkspaceEntity, type WorkspaceRecord } from "#shared/domain/workspace.ts";
import type { Settings } from "#shared/runtime/scope.ts";

/** Returns the API record of a workspace, with its region and the address of its operations. */
export function workspaceRecord(settings: Settings, workspace: WorkspaceEntity): WorkspaceRecord {
  // Records that earlier versions of the service purged still have it.
  const idp_org_id = isDeleted(workspace) ? null : workspace.idp_org_id;
  return { ...workspace, idp_org_id, region_api_url: settings.regions[workspace.region].apiUrl };
}
