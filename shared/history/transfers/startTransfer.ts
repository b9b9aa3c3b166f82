import type { TransferRecord } from "#shared/domain/transfers/transfer.ts";
import { startMarkedWork, transferExecution } from "#shared/runtime/executions.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Starts the execution of an export or import; if that fails, the sweeper starts it. */
export async function startTransfer(scope: WorkspaceScope, transfer: TransferRecord): Promise<void> {
  await startMarkedWork(scope, "an export or import", transferExecution(scope, transfer));
}
