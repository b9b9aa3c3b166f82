import { type ErasedLoad, eraseLoad } from "#shared/domain/erasures/eraseLoad.ts";
import type { CommittedFiles } from "#shared/history/commitIngestedLoad.ts";
import { inParallel } from "#shared/history/inParallel.ts";
import { committedFilesKey } from "#shared/objects/keys.ts";
import { putCompressedJson } from "#shared/objects/objects.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { forgetStatistics } from "#shared/store/ingested.ts";
import { eraseFileRecords, filesOfLoad } from "#shared/store/loadFiles.ts";
import { changeLoad } from "#shared/store/loads.ts";
import { withoutErased } from "./erasedTexts.ts";
import { erasedInLoads, uploadsOf } from "./planErasure.ts";
import { withoutErasedRows } from "./replaceFiles.ts";
import type { ErasureSearch } from "./searchedTable.ts";

/**
 * Replaces the lists of data files that undo and redo read. A concurrent undo or redo rebuilds its commit, because the load
 * has changed. This runs before the tables are changed, so that no later commit contains erased rows.
 */
export async function replaceLists(scope: WorkspaceScope, search: ErasureSearch): Promise<void> {
  await inParallel(search.lists, async ({ loadId, files }) => {
    const replaced: CommittedFiles = {};
    let isSame = true;
    for (const [tableId, listed] of Object.entries(files)) {
      const searched = search.tables.get(tableId);
      const kept = searched ? listed.map((file) => withoutErasedRows(searched, file)) : listed;
      if (kept.some((file, index) => file !== listed[index])) isSame = false;
      replaced[tableId] = kept.filter((file) => file !== null);
    }
    if (isSame) return;
    const load = search.loads.get(loadId);
    const key = committedFilesKey(scope.id, loadId, load?.attempt ?? 1, newId());
    await putCompressedJson(scope, key, replaced);
    await changeLoad(scope, loadId, (before) => ({ ...before, files_key: key }));
  });
}

/** Removes erased rows from the records of loads. Returns the ids of the erased uploads, by load. */
export async function eraseLoadRecords(
  scope: WorkspaceScope,
  search: ErasureSearch,
): Promise<Map<string, string[]>> {
  const uploads = await uploadsOf(scope, search);
  await inParallel(uploads, async ([loadId, fileIds]) => {
    const erased = erasedOf(search, loadId);
    const files = await filesOfLoad(scope, loadId);
    const ids = files.map(({ id }) => id);
    const at = now();
    await eraseFileRecords(
      scope,
      loadId,
      files.filter(({ id }) => fileIds.includes(id)),
      at,
    );
    await forgetStatistics(scope, loadId, search.loads.get(loadId)?.attempt ?? 1);
    // A repeated step finds the load already erased.
    await changeLoad(scope, loadId, (load) =>
      load.erased_by === search.id ? load : { ...eraseLoad(load, erased, ids, at), erased_by: search.id },
    );
  });
  await cutSentences(scope, search);
  return uploads;
}

/** Removes sentences that quote erased values from the records of loads. */
async function cutSentences(scope: WorkspaceScope, { loads, texts }: ErasureSearch): Promise<void> {
  if (texts.size === 0) return;
  const speaking = [...loads.values()].filter(
    ({ action, errors, warnings }) => action !== null || errors.length + warnings.length > 0,
  );
  await inParallel(speaking, async ({ id }) => {
    await changeLoad(scope, id, (load) => {
      const said = { errors: load.errors, warnings: load.warnings };
      const cut = withoutErased(said, (text) => texts.areInName(text)) as typeof said;
      return JSON.stringify(cut) === JSON.stringify(said) ? load : { ...load, ...cut };
    });
  });
}

/** Counts the erased rows of a load by table and file, based on the data files that it added. */
function erasedOf(search: ErasureSearch, loadId: string): ErasedLoad {
  const { tables, wholeLoads } = search;
  const ofTables = new Map<string, number>();
  const ofFiles = new Map<string, number>();
  for (const [tableId, searched] of tables) {
    for (const { load_id, file_id, rows } of erasedInLoads(searched)) {
      if (load_id !== loadId) continue;
      ofTables.set(tableId, (ofTables.get(tableId) ?? 0) + rows);
      if (file_id !== null) ofFiles.set(file_id, (ofFiles.get(file_id) ?? 0) + rows);
    }
  }
  const isWhole = wholeLoads.has(loadId) || isEmptied(search, loadId);
  return { isWhole, tables: ofTables, files: ofFiles };
}

/** Tells whether no row of a load is left. */
function isEmptied({ lists, tables }: ErasureSearch, loadId: string): boolean {
  const list = lists.find((committed) => committed.loadId === loadId);
  return Object.entries(list?.files ?? {}).every(([tableId, files]) => {
    const searched = tables.get(tableId);
    return files.every((file) => {
      const kept = searched ? withoutErasedRows(searched, file) : file;
      return kept === null || kept.rows === 0;
    });
  });
}
