import { commitRevision } from "#shared/history/commitRevision.ts";
import { commitWithKeys, settled } from "#shared/history/keys/commitWithKeys.ts";
import { isSettled, requireAttempt } from "#shared/history/requireAttempt.ts";
import { LoadCommit, step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { getLoad } from "#shared/store/loads.ts";

/** Undoes or redoes a load. A redo requests a key comparison first, as committing a load does. */
export const reviseLoad = step(
  {
    summary: "Undo or redo a load",
    place: "region",
    needs: ["table:write", "lake:write"],
    input: LoadCommit,
  },
  async ({ input, settings }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const load = await getLoad(workspace, input.load_id);
    if (isSettled(load, input.attempt)) return settled();
    requireAttempt(load, input.attempt);
    return commitWithKeys(workspace, load, input.keys?.report, [], (checks) =>
      commitRevision(workspace, load.id, input.attempt, checks),
    );
  },
);
