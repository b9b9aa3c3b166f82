import { isDeleted, type WorkspaceEntity, type WorkspaceRecord } from "#shared/domain/workspace.ts";
import type { Settings } from "#shared/runtime/scope.ts";

/** Returns the API representation of a workspace, with its region and the address of its operations. */
export function workspaceRecord(settings: Settings, workspace: WorkspaceEntity): WorkspaceRecord {
  // Records purged by earlier versions of the service still contain the organization id.
  const idp_org_id = isDeleted(workspace) ? null : workspace.idp_org_id;
  return { ...workspace, idp_org_id, region_api_url: settings.regions[workspace.region].apiUrl };
}
