import { LoadExecution, step, workspaceOfExecution } from "#shared/api/step.ts";
import { ingestBatches } from "#shared/domain/loads/ingestBatches.ts";
import { requireAttempt } from "#shared/history/requireAttempt.ts";
import { filesOfLoad, getLoad } from "#shared/store/loads.ts";

/** Returns the action and the files of an execution, in batches: ids, not data. */
export const planLoad = step(
  {
    summary: "Plan the execution of a load",
    place: "region",
    needs: ["table:read"],
    input: LoadExecution,
  },
  async ({ input, settings }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const load = await getLoad(workspace, input.load_id);
    requireAttempt(load, input.attempt);
    const files = load.action === "INGEST" ? await filesOfLoad(workspace, load.id) : [];
    const batches = ingestBatches(files, (reference) => load.tables[reference]?.format ?? "CSV");
    return { action: load.action, batches: batches.map((batch) => batch.map(({ id }) => id)) };
  },
);
