import { type ErasedLoad, eraseLoad } from "#shared/domain/erasures/eraseLoad.ts";
import type { CommittedFiles } from "#shared/history/commitIngestedLoad.ts";
import { committedFilesKey } from "#shared/lake/keys.ts";
import { putJson } from "#shared/lake/objects.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { forgetStatistics } from "#shared/store/ingested.ts";
import { eraseFileRecords, filesOfLoad } from "#shared/store/loadFiles.ts";
import { changeLoad } from "#shared/store/loads.ts";
import { type ErasedTexts, withoutErased } from "./erasedTexts.ts";
import type { ErasureSearch } from "./erasureSearch.ts";
import { erasedInLoads, uploadsOf } from "./planErasure.ts";
import { withoutErasedRows } from "./replaceFiles.ts";

/**
 * Replaces the lists of data files that undo and redo read. A concurrent undo or redo rebuilds its commit, because the load
 * has changed. This runs before the tables are changed, so that no later commit contains erased rows.
 */
export async function replaceLists(scope: WorkspaceScope, search: ErasureSearch): Promise<void> {
  for (const { loadId, files } of search.lists) {
    const replaced: CommittedFiles = {};
    let isSame = true;
    for (const [tableId, listed] of Object.entries(files)) {
      const searched = search.tables.get(tableId);
      const kept = searched ? listed.map((file) => withoutErasedRows(searched, file)) : listed;
      if (kept.some((file, index) => file !== listed[index])) isSame = false;
      replaced[tableId] = kept.filter((file) => file !== null);
    }
    if (isSame) continue;
    const load = search.loads.get(loadId);
    const key = committedFilesKey(scope.id, loadId, load?.attempt ?? 1, newId());
    await putJson(scope, key, replaced);
    await changeLoad(scope, loadId, (before) => ({ ...before, files_key: key }));
  }
}

/** Removes erased rows from the records of loads. Returns the ids of the erased uploads, by load. */
export async function eraseLoadRecords(
  scope: WorkspaceScope,
  search: ErasureSearch,
): Promise<Map<string, string[]>> {
  const uploads = await uploadsOf(scope, search);
  for (const [loadId, fileIds] of uploads) {
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
  }
  for (const id of search.loads.keys()) await cutTexts(scope, id, search.texts);
  return uploads;
}

/** Removes sentences that quote erased values from the record of a load. */
async function cutTexts(scope: WorkspaceScope, loadId: string, texts: ErasedTexts): Promise<void> {
  if (texts.size === 0) return;
  await changeLoad(scope, loadId, (load) => {
    const { errors, warnings, description } = load;
    const said = { errors, warnings, ...(description !== undefined && { description }) };
    const cut = withoutErased(said, texts) as typeof said;
    return JSON.stringify(cut) === JSON.stringify(said) ? load : { ...load, ...cut };
  });
}

/** Counts the erased rows of a load by table and file, based on the data files that it added. */
function erasedOf({ tables, wholeLoads }: ErasureSearch, loadId: string): ErasedLoad {
  const ofTables = new Map<string, number>();
  const ofFiles = new Map<string, number>();
  for (const [tableId, searched] of tables) {
    for (const { load_id, file_id, rows } of erasedInLoads(searched)) {
      if (load_id !== loadId) continue;
      ofTables.set(tableId, (ofTables.get(tableId) ?? 0) + rows);
      if (file_id !== null) ofFiles.set(file_id, (ofFiles.get(file_id) ?? 0) + rows);
    }
  }
  return { isWhole: wholeLoads.has(loadId), tables: ofTables, files: ofFiles };
}
