import { removeLoadData } from "#shared/history/expireLoads.ts";
import { LoadExecution, step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { findLoad } from "#shared/store/loads.ts";

/** Removes all traces of a load that was never committed: its files, the outputs of its attempts and its records. */
export const removeLoad = step(
  {
    summary: "Remove an uncommitted load",
    location: "region",
    needs: ["table:write", "lake:write"],
    input: LoadExecution,
  },
  async ({ input, settings }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const load = await findLoad(workspace, input.load_id);
    if (load?.state !== "DELETING") return { removed: false };
    await removeLoadData(workspace, load);
    return { removed: true };
  },
);
