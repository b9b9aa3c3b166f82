import * as v from "valibot";
import {
  failTransfer,
  isTransferUnderWay,
  restartTransfer,
  type TransferRecord,
} from "#shared/domain/transfers/transfer.ts";
import { startTransfer } from "#shared/history/transfers/startTransfer.ts";
import { step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { executionStatus, transferExecution } from "#shared/runtime/executions.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { sweepEach } from "#shared/runtime/sweepEach.ts";
import { isFrozen } from "#shared/store/freezes.ts";
import { changeTransfer, findTransfer } from "#shared/store/transfers.ts";
import { transfersInProgress } from "#shared/store/underWay.ts";

const GIVEN_UP = "It was started several times but never finished. Try again, or contact support.";

/** Finds exports and imports with an execution that died or was never started, and restarts them as a new attempt. */
export const sweepTransfers = step(
  {
    summary: "Restart lost exports and imports",
    location: "region",
    needs: ["table:write", "maintenance:start"],
    input: v.object({}),
  },
  async ({ settings }) => {
    const started = await sweepEach(await transfersInProgress(settings), ({ workspace_id, transfer_id }) =>
      startAgain(workspaceOfExecution(settings, workspace_id), transfer_id),
    );
    return { started };
  },
);

async function startAgain(workspace: WorkspaceScope, id: string): Promise<boolean> {
  const transfer = await findTransfer(workspace, id);
  if (!transfer || !isTransferUnderWay(transfer)) return false;
  if (await isFrozen(workspace, transfer.kind === "EXPORT" ? "READ" : "IMPORT")) return false;
  const status = await executionStatus(workspace, transferExecution(workspace, transfer));
  if (status === "RUNNING") return false;
  if (status === null) {
    await startTransfer(workspace, transfer);
    return true;
  }
  const next = await changeTransfer<TransferRecord>(workspace, transfer, (before) => {
    if (before.attempt !== transfer.attempt || !isTransferUnderWay(before)) return before;
    return restartTransfer(before, status !== "TIMED_OUT") ?? failTransfer(before, [GIVEN_UP], now());
  });
  if (!isTransferUnderWay(next)) return false;
  await startTransfer(workspace, next);
  return true;
}
