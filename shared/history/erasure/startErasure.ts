import type { ErasureRecord } from "#shared/domain/erasures/erasure.ts";
import { erasureExecution, startMarkedWork } from "#shared/runtime/executions.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/**
 * Starts the state machine of a confirmed erasure. If that fails, the sweeper finds the erasure's mark and starts the state
 * machine.
 */
export async function startErasure(scope: WorkspaceScope, { id, attempt }: ErasureRecord): Promise<void> {
  await startMarkedWork(scope, "an erasure", erasureExecution(scope, id, attempt));
}
