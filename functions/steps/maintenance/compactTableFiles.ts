import * as v from "valibot";
import { step, workspaceOfExecution } from "#shared/api/step.ts";
import { compactTable } from "#shared/history/compactTable.ts";

/** Maximum time after which no further merge is started, in milliseconds. */
const SLICE_MS = 300_000;

/** Merges small data files of a table, whose rows stay the same at every version. */
export const compactTableFiles = step(
  {
    summary: "Merge small data files of a table",
    place: "region",
    needs: ["table:write", "lake:write", "duckdb"],
    compute: "maintain",
    input: v.object({ workspace_id: v.string(), table_id: v.string() }),
  },
  async ({ input, settings, signal }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    return compactTable(workspace, input.table_id, settings.compaction, Date.now() + SLICE_MS, signal);
  },
);
