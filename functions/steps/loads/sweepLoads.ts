import * as v from "valibot";
import { settleFailure } from "#shared/history/settleFailure.ts";
import { startLoad } from "#shared/history/startLoad.ts";
import { step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { executionStatus, loadExecution } from "#shared/runtime/executions.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { sweepEach } from "#shared/runtime/sweepEach.ts";
import { unlessFrozen } from "#shared/store/freezes.ts";
import { changeLoad, findLoad } from "#shared/store/loads.ts";
import { clearLoadMark, loadsInProgress } from "#shared/store/underWay.ts";

/** Maximum number of times the same work on a load is started. */
const MAX_ATTEMPTS = 5;

/** Finds loads with an execution that died or was never started, and restarts them as a new attempt. */
export const sweepLoads = step(
  {
    summary: "Restart loads that stopped executing",
    location: "region",
    needs: ["table:write", "load:start"],
    input: v.object({}),
  },
  async ({ settings }) => {
    const restarted = await sweepEach(
      await loadsInProgress(settings),
      unlessFrozen(settings, "CHANGE", ({ workspace_id, load_id }) =>
        restart(workspaceOfExecution(settings, workspace_id), load_id),
      ),
    );
    return { restarted };
  },
);

async function restart(workspace: WorkspaceScope, loadId: string): Promise<boolean> {
  const load = await findLoad(workspace, loadId);
  if (!load || load.action === null) {
    await clearLoadMark(workspace, loadId);
    return false;
  }
  const status = await executionStatus(workspace, loadExecution(workspace, loadId, load.attempt));
  if (status === "RUNNING") return false;
  if (status === null) {
    await startLoad(workspace, load);
    return true;
  }
  const attempts = load.attempt - (load.first_attempt ?? 1) + 1;
  if (attempts >= MAX_ATTEMPTS && load.action !== "DELETE") {
    const sentence =
      "The load was started several times but never finished. Retry it, or create a new load with smaller files.";
    await settleFailure(workspace, loadId, load.attempt, { errors: [sentence] });
    return false;
  }
  const next = await changeLoad(workspace, loadId, (current) =>
    current.attempt === load.attempt && current.action !== null
      ? { ...current, attempt: current.attempt + 1 }
      : current,
  );
  await startLoad(workspace, next);
  return true;
}
