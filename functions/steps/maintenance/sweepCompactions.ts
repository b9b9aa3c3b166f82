import * as v from "valibot";
import { step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { compactionExecution, startExecution } from "#shared/runtime/executions.ts";
import { sweepEach } from "#shared/runtime/sweepEach.ts";
import { markedForCompaction } from "#shared/store/compactions.ts";
import { unlessFrozen } from "#shared/store/freezes.ts";

/** Starts compaction for tables that may have many small files. */
export const sweepCompactions = step(
  {
    summary: "Start the compaction of tables",
    location: "region",
    needs: ["table:read", "maintenance:start"],
    input: v.object({}),
  },
  async ({ settings }) => {
    const started = await sweepEach(
      await markedForCompaction(settings),
      unlessFrozen(settings, "CHANGE", async ({ workspace_id, table_id, version_id }) => {
        const workspace = workspaceOfExecution(settings, workspace_id);
        await startExecution(workspace, compactionExecution(workspace, table_id, version_id, Date.now()));
        return true;
      }),
    );
    return { started };
  },
);
