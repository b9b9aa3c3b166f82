import * as v from "valibot";
import { executionOf, startWork } from "#shared/history/workspaceWork.ts";
import { step } from "#shared/http/operations/step.ts";
import { executionStatus } from "#shared/runtime/executions.ts";
import type { PlatformScope } from "#shared/runtime/scope.ts";
import { sweepEach } from "#shared/runtime/sweepEach.ts";
import {
  readWorkspace,
  replaceWorkspace,
  type StoredWorkspace,
  workspacesInProgress,
} from "#shared/store/workspaces.ts";

/** Finds workspaces with a provisioning or deletion run that died or was never started, and starts it. */
export const sweepWorkspaces = step(
  {
    summary: "Restart lost provisionings and deletions",
    location: "platform",
    needs: ["platform:write", "workspace:start"],
    input: v.object({}),
  },
  async ({ settings }) => {
    const marks = (await workspacesInProgress({ settings })).map((id) => ({ workspace_id: id }));
    const started = await sweepEach(marks, async ({ workspace_id }) => {
      const workspace = await readWorkspace({ settings }, workspace_id);
      return workspace ? startAgain({ settings }, workspace) : false;
    });
    return { started };
  },
);

async function startAgain(scope: PlatformScope, workspace: StoredWorkspace): Promise<boolean> {
  const execution = executionOf(scope, workspace.item);
  if (!execution) return false;
  const status = await executionStatus(scope, execution);
  if (status === "RUNNING") return false;
  if (status === null) {
    await startWork(scope, workspace.item);
    return true;
  }
  // The name of a finished execution cannot be reused, so the work continues as a new attempt.
  const next = { ...workspace.item, attempt: workspace.item.attempt + 1 };
  await replaceWorkspace(scope, workspace, next, true);
  await startWork(scope, next);
  return true;
}
