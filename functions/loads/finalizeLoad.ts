import { loadActionContract } from "#shared/api/loadActionContract.ts";
import { operation } from "#shared/api/operation.ts";
import { boundColumns, extendColumns } from "#shared/domain/columns/loadColumns.ts";
import { conflict } from "#shared/domain/errors.ts";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import type { LoadFile, LoadTable } from "#shared/domain/loads/load.ts";
import { finalize } from "#shared/domain/loads/loadTransitions.ts";
import { startLoad } from "#shared/history/startLoad.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { filesOfLoad, showLoad } from "#shared/store/loads.ts";
import { findTable } from "#shared/store/tables.ts";
import { beginIngestion } from "#shared/store/underWay.ts";

export const finalizeLoad = operation(
  {
    summary: "Finalize a data load: ingest its files in the background",
    description:
      "The load is `LOADING` until all its files are ingested into all its tables at once (`COMPLETED`), or none of them is (`FAILED`, with `errors`). 409 in an archived project or round.",
    ...loadActionContract(
      "finalize",
      { state: "LOADING" },
      conflict(
        "load_empty",
        `The load ${EXAMPLE_ID.load} has no file for any table: upload at least one file with a table_reference first.`,
      ),
    ),
  },
  async ({ workspace, caller, query }) => {
    const stamp = stampOf(caller);
    let files: LoadFile[] = [];
    const load = await beginIngestion(workspace, query.id, async (pending) => {
      const [found, bound] = await Promise.all([
        filesOfLoad(workspace, pending.id),
        pending.state === "PENDING" ? boundTables(workspace, pending.tables) : {},
      ]);
      files = found;
      const ofTables = files.filter((file) => file.table_reference !== null).length;
      return finalize(pending, bound, ofTables, stamp);
    });
    await startLoad(workspace, load);
    return showLoad(load, files);
  },
);

/** Binds the tables of a load to those that have their references now: a later rename does not affect the load. */
async function boundTables(
  workspace: WorkspaceScope,
  tables: Record<string, LoadTable>,
): Promise<Record<string, LoadTable>> {
  const bound: Record<string, LoadTable> = {};
  for (const [reference, config] of Object.entries(tables)) {
    const table = await findTable(workspace, reference);
    if (table?.kind === "VIEW") {
      throw conflict("table_is_view", `"${reference}" is a view: rows cannot be loaded into it.`);
    }
    if (table) extendColumns(table.columns, config.columns, reference);
    bound[reference] = table
      ? { ...config, table_id: table.id, columns: boundColumns(table.columns, config.columns) }
      : config;
  }
  return bound;
}
