import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { log } from "#shared/runtime/log.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { loadExecution, startExecution } from "#shared/workflow/executions.ts";

/**
 * Starts the state machine of a load that was just marked as under way. If that fails the load is not lost: the sweeper
 * finds the mark and starts it.
 */
export async function startLoad(scope: WorkspaceScope, load: LoadRecord): Promise<void> {
  try {
    await startExecution(scope, loadExecution(scope, load.id, load.attempt));
  } catch (error) {
    log().warn("a load could not be started at once; the sweeper will", {
      workspace_id: scope.id,
      load_id: load.id,
      error: error as Error,
    });
  }
}
