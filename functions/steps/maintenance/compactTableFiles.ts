import * as v from "valibot";
import { compactTable } from "#shared/history/compactTable.ts";
import { step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { describeAgain } from "#shared/iceberg/icebergTable.ts";
import { log } from "#shared/runtime/log.ts";

/** Time after which no further merge is started, in milliseconds. */
const SLICE_MS = 300_000;

/**
 * Merges small data files of a table without changing the table's rows at any version, and writes the snapshots of new
 * versions if Iceberg tools read the table.
 */
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
    const deadline = Date.now() + SLICE_MS;
    const outcome = await compactTable(workspace, input.table_id, settings.compaction, deadline, signal);
    // If more files are to be merged, the next slice replaces the manifest.
    if (outcome.more) return outcome;
    await describeAgain(workspace, input.table_id, deadline).catch((error: Error) => {
      // Missing snapshots are written when a tool loads the table.
      log().warn("the Iceberg metadata of a table could not be written", { table_id: input.table_id, error });
    });
    return outcome;
  },
);
