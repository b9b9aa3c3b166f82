import { runExport } from "#shared/history/transfers/runExport.ts";
import { step, TransferExecution, workspaceOfExecution } from "#shared/http/operations/step.ts";

/** Time after which an export pauses, in milliseconds. */
const SLICE_MS = 300_000;

/** Exports the next part of a workspace. */
export const runWorkspaceExport = step(
  {
    summary: "Export a part of a workspace",
    location: "region",
    needs: ["table:write", "lake:write"],
    compute: "maintain",
    work: "READ",
    input: TransferExecution,
  },
  async ({ input, settings, signal }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const slice = { deadline: Date.now() + SLICE_MS, signal };
    return runExport(workspace, input.transfer_id, input.attempt, slice);
  },
);
