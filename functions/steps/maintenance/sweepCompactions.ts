import * as v from "valibot";
import { step, workspaceOfExecution } from "#shared/api/step.ts";
import { markedForCompaction } from "#shared/store/compactions.ts";
import { compactionExecution, startExecution } from "#shared/workflow/executions.ts";

/** Starts the compaction of tables that may have many small files. */
export const sweepCompactions = step(
  {
    summary: "Start the compaction of tables",
    place: "region",
    needs: ["maintenance:start"],
    input: v.object({}),
  },
  async ({ settings }) => {
    const marks = await markedForCompaction(settings);
    for (const { workspace_id, table_id, version_id } of marks) {
      const workspace = workspaceOfExecution(settings, workspace_id);
      await startExecution(workspace, compactionExecution(workspace, table_id, version_id, Date.now()));
    }
    return { started: marks.length };
  },
);
