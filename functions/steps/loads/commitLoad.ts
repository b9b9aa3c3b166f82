import { ingestReports } from "#shared/history/ingestReports.ts";
import { settled } from "#shared/history/keys/commitWithKeys.ts";
import { isSettled, requireAttempt } from "#shared/history/requireAttempt.ts";
import { settleIngested } from "#shared/history/settleIngested.ts";
import { LoadCommit, step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { listIngested } from "#shared/store/ingested.ts";
import { getLoad } from "#shared/store/loads.ts";

/**
 * Makes all rows of a load visible at once in all its tables, or marks the load as failed and leaves no trace. Requests a key
 * comparison first if a table has a key and the rows have not been compared with its current state.
 */
export const commitLoad = step(
  {
    summary: "Commit an ingested load",
    place: "region",
    needs: ["table:write", "lake:write"],
    input: LoadCommit,
  },
  async ({ input, settings }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const { load_id: loadId, attempt } = input;
    const [load, outcomes] = await Promise.all([
      getLoad(workspace, loadId),
      listIngested(workspace, loadId, attempt),
    ]);
    if (isSettled(load, attempt)) return settled();
    requireAttempt(load, attempt);
    const reports = await ingestReports(workspace, outcomes);
    return settleIngested(workspace, load, outcomes, reports, input.keys?.report);
  },
);
