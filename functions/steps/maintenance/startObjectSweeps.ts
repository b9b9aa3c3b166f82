import * as v from "valibot";
import { isDeleted } from "#shared/domain/workspace.ts";
import { step } from "#shared/http/operations/step.ts";
import { startExecution, sweepExecution } from "#shared/runtime/executions.ts";
import { sweepEach } from "#shared/runtime/sweepEach.ts";
import { allWorkspaces } from "#shared/store/workspaces.ts";

/** Starts the removal of unreachable objects for each workspace, at most once a day. */
export const startObjectSweeps = step(
  {
    summary: "Start the removal of unreachable objects",
    location: "platform",
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
      await startExecution(scope, sweepExecution(scope, run, { dryRun: false, full: false }));
      return true;
    });
    return { started };
  },
);
