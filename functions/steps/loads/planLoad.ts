import { LoadExecution, step, workspaceOfExecution } from "#shared/api/step.ts";
import { ingestBatches } from "#shared/domain/loads/ingestBatches.ts";
import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { requireAttempt } from "#shared/history/requireAttempt.ts";
import { attemptPrefix } from "#shared/lake/keys.ts";
import { deletePrefix } from "#shared/lake/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { filesOfLoad, getLoad } from "#shared/store/loads.ts";

/**
 * Returns the action and the files of an execution, in batches: ids, not data. What earlier attempts to ingest the files
 * have left is removed: nothing of it was committed.
 */
export const planLoad = step(
  {
    summary: "Plan the execution of a load",
    place: "region",
    needs: ["table:read", "lake:write"],
    input: LoadExecution,
  },
  async ({ input, settings }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const load = await getLoad(workspace, input.load_id);
    requireAttempt(load, input.attempt);
    const files = load.action === "INGEST" ? await filesOfLoad(workspace, load.id) : [];
    if (load.action === "INGEST") await removeEarlierAttempts(workspace, load);
    const batches = ingestBatches(files, (reference) => load.tables[reference]?.format ?? "CSV");
    return { action: load.action, batches: batches.map((batch) => batch.map(({ id }) => id)) };
  },
);

async function removeEarlierAttempts(scope: WorkspaceScope, { id, attempt }: LoadRecord): Promise<void> {
  for (let earlier = 1; earlier < attempt; earlier += 1) {
    await deletePrefix(scope, attemptPrefix(scope.id, id, earlier));
  }
}
