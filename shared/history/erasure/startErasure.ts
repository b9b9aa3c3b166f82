import type { ErasureRecord } from "#shared/domain/erasures/erasure.ts";
import { erasureExecution, startExecution } from "#shared/runtime/executions.ts";
import { log } from "#shared/runtime/log.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/**
 * Starts the state machine of a confirmed erasure. If that fails, the sweeper finds the erasure's mark and starts the state
 * machine.
 */
export async function startErasure(scope: WorkspaceScope, { id, attempt }: ErasureRecord): Promise<void> {
  try {
    await startExecution(scope, erasureExecution(scope, id, attempt));
  } catch (error) {
    log().warn("an erasure could not be started immediately; the sweeper will start it", {
      workspace_id: scope.id,
      erasure_id: id,
      error: error as Error,
    });
  }
}
