import * as v from "valibot";
import { step } from "#shared/api/step.ts";
import { isDeleted } from "#shared/domain/workspace.ts";
import { allWorkspaces } from "#shared/store/workspaces.ts";
import { startExecution, sweepExecution } from "#shared/workflow/executions.ts";
import { sweepEach } from "#shared/workflow/sweepEach.ts";

/** Starts the removal of unreachable objects for each workspace, at most once a day. */
export const startObjectSweeps = step(
  {
    summary: "Start the removal of unreachable objects",
    place: "platform",
    needs: ["platform:read", "maintenance:start"],
    input: v.object({}),
  },
  async ({ settings }) => {
    const run = new Date().toISOString().slice(0, 10);
    const workspaces = (await allWorkspaces({ settings })).filter(
      (workspace) => workspace.state === "READY" && !isDeleted(workspace),
    );
    const marks = workspaces.map(({ id, region }) => ({ workspace_id: id, region }));
    const started = await sweepEach(marks, async ({ workspace_id: id, region }) => {
      const scope = { settings, id, region };
      await startExecution(scope, sweepExecution(scope, run, false));
      return true;
    });
    return { started };
  },
);
