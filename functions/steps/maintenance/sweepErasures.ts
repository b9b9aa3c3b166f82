import * as v from "valibot";
import { step, workspaceOfExecution } from "#shared/api/step.ts";
import { restartErasure } from "#shared/domain/erasures/erasureTransitions.ts";
import { startErasure } from "#shared/history/erasure/startErasure.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeErasure, getErasure } from "#shared/store/erasures.ts";
import { erasuresInProgress } from "#shared/store/underWay.ts";
import { erasureExecution, executionStatus } from "#shared/workflow/executions.ts";
import { sweepEach } from "#shared/workflow/sweepEach.ts";

/** Finds erasures that died or were never started, and restarts them as often as necessary. */
export const sweepErasures = step(
  {
    summary: "Restart lost erasures",
    place: "region",
    needs: ["table:write", "maintenance:start"],
    input: v.object({}),
  },
  async ({ settings }) => {
    const started = await sweepEach(await erasuresInProgress(settings), ({ workspace_id, erasure_id }) =>
      startAgain(workspaceOfExecution(settings, workspace_id), erasure_id),
    );
    return { started };
  },
);

async function startAgain(workspace: WorkspaceScope, id: string): Promise<boolean> {
  const erasure = await getErasure(workspace, id);
  const { attempt } = erasure;
  const status = await executionStatus(workspace, erasureExecution(workspace, id, attempt));
  if (status === "RUNNING") return false;
  if (status === null) {
    await startErasure(workspace, erasure);
    return true;
  }
  // The name of a finished execution cannot be reused.
  const next = await changeErasure(workspace, id, (before) =>
    before.attempt === attempt && before.phase !== "DONE" ? restartErasure(before) : before,
  );
  if (next.phase === "DONE") return false;
  await startErasure(workspace, next);
  return true;
}
