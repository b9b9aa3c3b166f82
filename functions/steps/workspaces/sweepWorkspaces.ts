import * as v from "valibot";
import { step } from "#shared/api/step.ts";
import { executionOf, startWork } from "#shared/history/workspaceWork.ts";
import type { PlatformScope } from "#shared/runtime/scope.ts";
import {
  replaceWorkspace,
  type StoredWorkspace,
  workspaceById,
  workspacesInProgress,
} from "#shared/store/workspaces.ts";
import { executionStatus } from "#shared/workflow/executions.ts";

/** Finds workspaces whose provisioning or deletion was never started or died, and starts it. */
export const sweepWorkspaces = step(
  {
    summary: "Start provisionings and deletions that were lost",
    place: "platform",
    needs: ["platform:write", "workspace:start"],
    input: v.object({}),
  },
  async ({ settings }) => {
    let started = 0;
    for (const id of await workspacesInProgress({ settings })) {
      const workspace = await workspaceById({ settings }, id);
      if (workspace && (await startAgain({ settings }, workspace))) started += 1;
    }
    return { started };
  },
);

async function startAgain(scope: PlatformScope, workspace: StoredWorkspace): Promise<boolean> {
  const execution = executionOf(scope, workspace);
  if (!execution) return false;
  const status = await executionStatus(scope, execution);
  if (status === "RUNNING") return false;
  if (status === null) {
    await startWork(scope, workspace);
    return true;
  }
  const { revision: _, ...before } = workspace;
  // The name of an execution that has ended stays taken: the work continues under a new attempt.
  const next = { ...before, attempt: before.attempt + 1 };
  await replaceWorkspace(scope, workspace, next, true);
  await startWork(scope, next);
  return true;
}
