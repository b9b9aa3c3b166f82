import { runImport } from "#shared/history/transfers/runImport.ts";
import { step, TransferExecution, workspaceOfExecution } from "#shared/http/operations/step.ts";

/** Time after which an import pauses, in milliseconds. */
const SLICE_MS = 300_000;

/** Imports the next part of an uploaded export into a closed workspace. */
export const runWorkspaceImport = step(
  {
    summary: "Import a part of an exported workspace",
    location: "region",
    needs: ["table:write", "lake:write", "duckdb"],
    compute: "maintain",
    work: "IMPORT",
    input: TransferExecution,
  },
  async ({ input, settings, signal }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const slice = { deadline: Date.now() + SLICE_MS, signal };
    return runImport(workspace, input.transfer_id, input.attempt, slice);
  },
);
