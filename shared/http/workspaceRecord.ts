import type { WorkspaceEntity, WorkspaceRecord } from "#shared/domain/workspace.ts";
import type { Settings } from "#shared/runtime/scope.ts";

/** The record of a workspace: where it lives and how its operations are reached. */
export function workspaceRecord(settings: Settings, workspace: WorkspaceEntity): WorkspaceRecord {
  return { ...workspace, region_api_url: settings.regions[workspace.region].apiUrl };
}
