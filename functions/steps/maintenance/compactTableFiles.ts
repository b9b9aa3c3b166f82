import { DomainError } from "@pdp/basics/errors";
import * as v from "valibot";
import { type CompactionOutcome, compactTable } from "#shared/history/compactTable.ts";
import { step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { describeInBackground } from "#shared/iceberg/icebergTable.ts";
import { log } from "#shared/runtime/log.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { markForCompaction } from "#shared/store/compactions.ts";
import { findTableById } from "#shared/store/tables.ts";

/** Time after which no further merge is started, in milliseconds. */
const SLICE_MS = 300_000;

/**
 * Merges small data files of a table without changing the table's rows at any version, and writes the snapshots of new
 * versions for Iceberg readers.
 */
export const compactTableFiles = step(
  {
    summary: "Merge small data files of a table",
    location: "region",
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
    try {
      await describeInBackground(workspace, input.table_id, deadline);
    } catch (error) {
      // Missing snapshots are also written when a tool loads the table.
      if (!(error instanceof DomainError)) {
        log().warn("the Iceberg metadata of a table could not be written", {
          table_id: input.table_id,
          error: error as Error,
        });
      }
      return continueLater(workspace, input.table_id, outcome);
    }
    return outcome;
  },
);

/** Marks a table again, so that the next sweep continues with its snapshots. */
async function continueLater(
  workspace: WorkspaceScope,
  tableId: string,
  outcome: CompactionOutcome,
): Promise<CompactionOutcome> {
  const table = await findTableById(workspace, tableId);
  if (table) await markForCompaction(workspace, tableId, table.item.version_id);
  return { ...outcome, more: true };
}
