import type { TransferRecord } from "#shared/domain/transfers/transfer.ts";
import { startExecution, transferExecution } from "#shared/runtime/executions.ts";
import { log } from "#shared/runtime/log.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Starts the execution of an export or import; if that fails, the sweeper starts it. */
export async function startTransfer(scope: WorkspaceScope, transfer: TransferRecord): Promise<void> {
  try {
    await startExecution(scope, transferExecution(scope, transfer));
  } catch (error) {
    log().warn("an export or import could not be started immediately; the sweeper will start it", {
      workspace_id: scope.id,
      transfer_id: transfer.id,
      error: error as Error,
    });
  }
}
