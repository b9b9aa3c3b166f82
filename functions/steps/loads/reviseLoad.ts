import { LoadExecution, step, workspaceOfExecution } from "#shared/api/step.ts";
import { commitRevision } from "#shared/history/commitRevision.ts";
import { isSettled } from "#shared/history/requireAttempt.ts";
import { getLoad } from "#shared/store/loads.ts";

/** Undoes or redoes a load. */
export const reviseLoad = step(
  {
    summary: "Undo or redo a load",
    place: "region",
    needs: ["table:write", "lake:write"],
    input: LoadExecution,
  },
  async ({ input, settings }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    if (isSettled(await getLoad(workspace, input.load_id), input.attempt)) return { repeated: true };
    await commitRevision(workspace, input.load_id, input.attempt);
    return { repeated: false };
  },
);
