import * as v from "valibot";
import { step } from "#shared/api/step.ts";
import { startProvisioning } from "#shared/history/startProvisioning.ts";
import { workspaceById, workspacesInProgress } from "#shared/store/workspaces.ts";
import { executionStatus, workspaceExecution } from "#shared/workflow/executions.ts";

/** Finds workspaces whose provisioning was never started, and starts it. */
export const sweepWorkspaces = step(
  {
    summary: "Start provisionings that were lost",
    place: "platform",
    needs: ["platform:write", "workspace:start"],
    input: v.object({}),
  },
  async ({ settings }) => {
    let started = 0;
    for (const id of await workspacesInProgress({ settings })) {
      const workspace = await workspaceById({ settings }, id);
      if (!workspace) continue;
      const status = await executionStatus(
        { settings },
        workspaceExecution({ settings }, id, workspace.attempt),
      );
      if (status !== null) continue;
      await startProvisioning({ settings }, workspace);
      started += 1;
    }
    return { started };
  },
);
