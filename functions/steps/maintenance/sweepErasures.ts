import * as v from "valibot";
import { isAbandoned, restartErasure } from "#shared/domain/erasures/erasureTransitions.ts";
import { abandonErasure, settleAbandoned } from "#shared/history/erasure/abandonErasure.ts";
import { startErasure } from "#shared/history/erasure/startErasure.ts";
import { step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { erasureExecution, executionStatus } from "#shared/runtime/executions.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { sweepEach } from "#shared/runtime/sweepEach.ts";
import { changeErasure, getErasure } from "#shared/store/erasures.ts";
import { unlessFrozen } from "#shared/store/freezes.ts";
import { erasuresInProgress } from "#shared/store/underWay.ts";

/** Finds erasures with an execution that died or was never started, and restarts them as a new attempt. */
export const sweepErasures = step(
  {
    summary: "Restart lost erasures",
    location: "region",
    needs: ["table:write", "maintenance:start"],
    input: v.object({}),
  },
  async ({ settings }) => {
    const started = await sweepEach(
      await erasuresInProgress(settings),
      unlessFrozen(settings, "CHANGE", ({ workspace_id, erasure_id }) =>
        startAgain(workspaceOfExecution(settings, workspace_id), erasure_id),
      ),
    );
    return { started };
  },
);

async function startAgain(workspace: WorkspaceScope, id: string): Promise<boolean> {
  const erasure = await getErasure(workspace, id);
  const { attempt } = erasure;
  if (isAbandoned(erasure)) {
    await settleAbandoned(workspace, id);
    return false;
  }
  const status = await executionStatus(workspace, erasureExecution(workspace, id, attempt));
  if (status === "RUNNING") return false;
  if (status === null) {
    await startErasure(workspace, erasure);
    return true;
  }
  const hasDied = status !== "TIMED_OUT";
  if (erasure.phase !== "DONE" && restartErasure(erasure, hasDied) === null) {
    const sentence =
      "The erasure was started several times but never finished. Prepare a new plan with fewer rows, or contact support.";
    await abandonErasure(workspace, id, attempt, [sentence]);
    return false;
  }
  // The name of a finished execution cannot be reused.
  const next = await changeErasure(workspace, id, (before) =>
    before.attempt === attempt && before.phase !== "DONE"
      ? (restartErasure(before, hasDied) ?? before)
      : before,
  );
  if (next.phase === "DONE" || next.attempt === attempt) return false;
  await startErasure(workspace, next);
  return true;
}
