import { LoadExecution, step, workspaceOfExecution } from "#shared/api/step.ts";
import { attemptPrefix, uploadsPrefix } from "#shared/lake/keys.ts";
import { deletePrefix } from "#shared/lake/objects.ts";
import { deleteLoadRecords, findLoad } from "#shared/store/loads.ts";

/** Removes everything of a load that was never committed: its files, the outputs of its attempts, its records. */
export const removeLoad = step(
  {
    summary: "Remove a load that was never committed",
    place: "region",
    needs: ["table:write", "lake:write"],
    input: LoadExecution,
  },
  async ({ input, settings }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const load = await findLoad(workspace, input.load_id);
    if (load?.state !== "DELETING") return { removed: false };
    await deletePrefix(workspace, uploadsPrefix(workspace.id, load.id));
    for (let attempt = 1; attempt <= load.attempt; attempt += 1) {
      await deletePrefix(workspace, attemptPrefix(workspace.id, load.id, attempt));
    }
    await deleteLoadRecords(workspace, load);
    return { removed: true };
  },
);
