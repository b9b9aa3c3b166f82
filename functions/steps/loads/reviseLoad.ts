import { commitAttempt } from "#shared/history/commitAttempt.ts";
import { LoadCommit, step, workspaceOfExecution } from "#shared/http/operations/step.ts";

/** Undoes or redoes a load. A redo requests a key comparison first, as committing a load does. */
export const reviseLoad = step(
  {
    summary: "Undo or redo a load",
    place: "region",
    needs: ["table:write", "lake:write"],
    input: LoadCommit,
  },
  ({ input, settings }) => commitAttempt(workspaceOfExecution(settings, input.workspace_id), input),
);
