import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { redo, undo } from "#shared/domain/loads/loadTransitions.ts";
import type { DataFile, Manifest } from "#shared/domain/loads/manifest.ts";
import { rowChanges } from "#shared/domain/loads/rowChanges.ts";
import { MAX_LISTED_LOADS } from "#shared/domain/loads/tableDiff.ts";
import type { UndoPreview } from "#shared/domain/loads/undoPreview.ts";
import { readManifest } from "#shared/objects/manifests.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { getLoad, loadsById } from "#shared/store/loads.ts";
import { type TableRecord, tableById } from "#shared/store/tables.ts";
import { tableVersionAt } from "#shared/store/tableVersions.ts";
import { findLoadVersion } from "#shared/store/versions.ts";
import { committedFiles } from "./commitRevision.ts";
import { differingFiles } from "./tableFiles.ts";
import { tasksThatRead } from "./tasksThatRead.ts";
import { viewsThatRead } from "./viewsThatRead.ts";

/** Table of a load, with the files that the load added to it. */
interface LoadedTable {
  table: TableRecord;
  manifest: Manifest;
  files: DataFile[];
}

/**
 * Returns what undoing an active load, or redoing an undone one, would change now. Rejects loads that can be neither undone
 * nor redone, for the same reasons as the operations themselves.
 */
export async function previewUndo(scope: WorkspaceScope, loadId: string): Promise<UndoPreview> {
  const load = await getLoad(scope, loadId);
  const { action } = (load.is_active ? undo : redo)(load, { by: load.updated_by, at: now() });
  const brought = Object.entries(await committedFiles(scope, load)).filter(([, files]) => files.length > 0);
  const loaded = await Promise.all(
    brought.map(async ([tableId, files]): Promise<LoadedTable> => {
      const table = await tableById(scope, tableId);
      if (table.manifest_key === null) throw new Error(`The table ${tableId} of a load has no manifest`);
      return { table, files, manifest: await readManifest(scope, table.manifest_key) };
    }),
  );
  const [later, tasks, views] = await Promise.all([
    laterLoads(scope, load, loaded),
    tasksThatRead(scope, load, new Set(loaded.map(({ table }) => table.id))),
    viewsThatRead(scope, new Set(loaded.map(({ table }) => table.id))),
  ]);
  return {
    load_id: load.id,
    action: action === "UNDO" ? "UNDO" : "REDO",
    tables: loaded.map(({ table, manifest, files }) => {
      const rows = files.reduce((sum, file) => sum + file.rows, 0);
      return {
        table_id: table.id,
        reference: table.reference,
        archived_at: table.archived_at,
        rows,
        rows_before: manifest.rows,
        rows_after: action === "UNDO" ? manifest.rows - rows : manifest.rows + rows,
      };
    }),
    ...later,
    ...tasks,
    views: views.map(({ id, reference }) => ({ table_id: id, reference })),
  };
}

/** Returns the loads with rows that are in the load's tables now but were not there when it was committed. */
async function laterLoads(
  scope: WorkspaceScope,
  load: LoadRecord,
  loaded: readonly LoadedTable[],
): Promise<Pick<UndoPreview, "later_loads" | "more_later_loads">> {
  const version = await findLoadVersion(scope, load.id);
  const tablesOf = new Map<string, { table_id: string; rows: number }[]>();
  for (const { table, manifest } of loaded) {
    const then = version && (await tableVersionAt(scope, table.id, version.id));
    if (!then?.manifest_key) continue;
    const { from, to } = await differingFiles(scope, await readManifest(scope, then.manifest_key), manifest);
    for (const { load_id, rows_added } of rowChanges(from, to)) {
      if (load_id === load.id || rows_added === 0) continue;
      const tables = tablesOf.get(load_id) ?? [];
      tablesOf.set(load_id, [...tables, { table_id: table.id, rows: rows_added }]);
    }
  }
  const ids = [...tablesOf.keys()].sort((a, b) => Number(a) - Number(b));
  const records = await loadsById(scope, ids.slice(0, MAX_LISTED_LOADS));
  return {
    later_loads: [...records.values()]
      .sort((a, b) => Number(a.id) - Number(b.id))
      .map(({ id, created_at, created_by }) => ({
        load_id: id,
        created_at,
        created_by,
        tables: tablesOf.get(id) ?? [],
      })),
    more_later_loads: Math.max(0, ids.length - MAX_LISTED_LOADS),
  };
}
