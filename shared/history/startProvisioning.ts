import type { WorkspaceEntity } from "#shared/domain/workspace.ts";
import { log } from "#shared/runtime/log.ts";
import type { PlatformScope } from "#shared/runtime/scope.ts";
import { startExecution, workspaceExecution } from "#shared/workflow/executions.ts";

/** Starts the provisioning of a workspace that is marked as under way; if that fails, the sweeper starts it. */
export async function startProvisioning(scope: PlatformScope, workspace: WorkspaceEntity): Promise<void> {
  try {
    await startExecution(scope, workspaceExecution(scope, workspace.id, workspace.attempt));
  } catch (error) {
    log().warn("a workspace could not be provisioned at once; the sweeper will", {
      workspace_id: workspace.id,
      error: error as Error,
    });
  }
}
