import { DomainError } from "@pdp/basics/errors";
import { broughtFiles, checkLoadKeys } from "#shared/history/keys/checkLoadKeys.ts";
import { isSettled, requireAttempt } from "#shared/history/requireAttempt.ts";
import { settleFailure } from "#shared/history/settleFailure.ts";
import { LoadExecution, step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { keyChecksKey } from "#shared/objects/keys.ts";
import { putJson } from "#shared/objects/objects.ts";
import { newId } from "#shared/runtime/ids.ts";
import { listIngested } from "#shared/store/ingested.ts";
import { getLoad } from "#shared/store/loads.ts";

/**
 * Compares the rows that a load or a redo adds with the current rows of tables that have a key. The subsequent commit uses the
 * result unless a table has changed in the meantime; in that case, the rows are compared again.
 */
export const checkKeys = step(
  {
    summary: "Compare a load's rows with keyed tables",
    location: "region",
    needs: ["table:write", "lake:write", "sql", "duckdb"],
    compute: "ingest",
    input: LoadExecution,
  },
  async ({ input, settings, signal }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const { load_id: loadId, attempt } = input;
    const load = await getLoad(workspace, loadId);
    if (isSettled(load, attempt)) return { report: "" };
    requireAttempt(load, attempt);
    const outcomes = load.action === "INGEST" ? await listIngested(workspace, loadId, attempt) : [];
    try {
      const checks = await checkLoadKeys(workspace, await broughtFiles(workspace, load, outcomes), signal);
      const report = keyChecksKey(workspace.id, loadId, attempt, newId());
      await putJson(workspace, report, checks);
      return { report };
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== "malformed") throw error;
      const sentence = `The keys of the rows could not be compared: ${error.message}`;
      await settleFailure(workspace, loadId, attempt, { errors: [sentence] });
      return { report: "" };
    }
  },
);
