import { type ErasedTable, type ErasurePlan, MAX_LISTED } from "#shared/domain/erasures/erasure.ts";
import type { ErasureTarget } from "#shared/domain/erasures/erasureTransitions.ts";
import { isMerged } from "#shared/domain/loads/manifest.ts";
import { isInternal } from "#shared/domain/table.ts";
import { artifactsOf } from "#shared/domain/tasks/artifactsOf.ts";
import { inParallel } from "#shared/history/inParallel.ts";
import { resultsPrefix } from "#shared/objects/keys.ts";
import { listObjects } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { filesOfLoad } from "#shared/store/loadFiles.ts";
import { allTableRecords } from "#shared/store/tableLists.ts";
import type { TableRecord } from "#shared/store/tables.ts";
import { type ErasedPlace, erasedPlaces } from "./erasedPlaces.ts";
import type { ErasedRows } from "./eraseFile.ts";
import { searchErasure } from "./erasureSearch.ts";
import { NOTHING_FOUND } from "./foundFiles.ts";
import { type ErasureSearch, erasedRowsOf, type SearchedTable } from "./searchedTable.ts";

/** Finds what an erasure would erase, without changing anything. */
export async function planErasure(
  scope: WorkspaceScope,
  target: ErasureTarget,
  signal: AbortSignal,
): Promise<ErasurePlan> {
  const search = await searchErasure(scope, target, NOTHING_FOUND, { erasureId: null, signal });
  return planOf(scope, search, await erasedPlaces(scope, search));
}

/** Returns the findings of a search in the form of a plan or certificate. */
export async function planOf(
  scope: WorkspaceScope,
  search: ErasureSearch,
  places: readonly ErasedPlace[],
): Promise<ErasurePlan> {
  const texts = places.flatMap(({ texts }) => texts);
  const tasks = [...search.affected.values()].map(({ task }) => task);
  const artifacts = tasks.flatMap(({ result }) => artifactsOf(result));
  const uploads = [...(await uploadsOf(scope, search)).values()].flat();
  let results = 0;
  for await (const _ of listObjects(scope, resultsPrefix(scope.id), null)) results += 1;
  const listed = (ids: readonly string[]): string[] => ids.slice(0, MAX_LISTED);
  return {
    tables: [...search.tables.values()].map(erasedTable).filter(({ rows }) => rows > 0),
    tasks: listed(tasks.map(({ id }) => id).sort()),
    task_count: tasks.length,
    snapshot_count: tasks.reduce((sum, { inputs }) => sum + Object.keys(inputs).length, 0),
    artifacts: listed(artifacts),
    artifact_count: artifacts.length,
    orders: listed(search.affectedOrders),
    order_count: search.affectedOrders.length,
    uploads: listed(uploads),
    upload_count: uploads.length,
    result_count: results,
    unread_loads: listed(unreadLoads(search)),
    ...(await tablesWithTexts(scope, search)),
    texts: texts.slice(0, MAX_LISTED),
    text_count: texts.length,
  };
}

/** Counts the erased rows in each version of a table and, for the total, each row once. */
function erasedTable(searched: SearchedTable): ErasedTable {
  const { table, objects } = searched;
  const versions = objects.versions.flatMap(({ version_id, manifest_key }) => {
    const manifest = manifest_key === null ? undefined : objects.manifests.get(manifest_key);
    const rows = (manifest?.segments ?? [])
      .flatMap(({ key }) => objects.segments.get(key) ?? [])
      .reduce((sum, file) => sum + erasedRowsOf(searched, file), 0);
    return rows === 0 ? [] : [{ version_id, rows }];
  });
  return {
    table_id: table.id,
    reference: table.reference,
    rows: erasedInLoads(searched).reduce((sum, entry) => sum + entry.rows, 0),
    versions: versions.slice(0, MAX_LISTED),
    version_count: versions.length,
  };
}

/** Returns each erased row of a table once. The rows are read from the files of loads, because merged files contain copies. */
export function erasedInLoads({ objects, erasures }: SearchedTable): ErasedRows[] {
  return [...erasures].flatMap(([key, { erased }]) => {
    const file = objects.files.get(key);
    const isCopy = file ? isMerged(file) : !key.includes("/loads/");
    return isCopy ? [] : erased;
  });
}

/**
 * Returns the ids of the uploaded files to erase, by load: the sources of erased rows, the files they were converted from or
 * to, and files of the same loads that were only stored, so that their content is unknown.
 */
export async function uploadsOf(
  scope: WorkspaceScope,
  { tables, wholeLoads }: ErasureSearch,
): Promise<Map<string, string[]>> {
  const filesByLoad = new Map<string, Set<string> | "ALL">([...wholeLoads].map((id) => [id, "ALL"]));
  for (const { erasures: files } of tables.values()) {
    for (const { load_id, file_id } of [...files.values()].flatMap(({ erased }) => erased)) {
      const known = filesByLoad.get(load_id) ?? new Set<string>();
      if (known === "ALL") continue;
      if (file_id === null) filesByLoad.set(load_id, "ALL");
      else filesByLoad.set(load_id, known.add(file_id));
    }
  }
  const uploads = new Map<string, string[]>();
  await inParallel(filesByLoad, async ([loadId, ids]) => {
    const files = await filesOfLoad(scope, loadId);
    const isErased = (id: string): boolean => ids === "ALL" || ids.has(id);
    const sources = new Set(files.flatMap((file) => (isErased(file.id) ? (file.source_file_id ?? []) : [])));
    const erased = files.filter(
      ({ id, source_file_id: source, table_reference: table }) =>
        isErased(id) || sources.has(id) || (source !== null && isErased(source)) || table === null,
    );
    uploads.set(
      loadId,
      erased.map(({ id }) => id),
    );
  });
  return uploads;
}

/** Returns the loads into the searched tables with stored files that never became rows. */
function unreadLoads({ loads, tables }: ErasureSearch): string[] {
  const ids = new Set(tables.keys());
  const references = new Set([...tables.values()].map(({ table }) => table.reference.toLowerCase()));
  return [...loads.values()]
    .filter(({ committed }) => !committed)
    .filter((load) =>
      Object.entries(load.tables).some(
        ([reference, { table_id }]) =>
          (table_id !== null && ids.has(table_id)) || references.has(reference.toLowerCase()),
      ),
    )
    .map(({ id }) => id);
}

/** Returns the views whose query quotes an erased value, and the tables and views with one in a name. */
async function tablesWithTexts(
  scope: WorkspaceScope,
  { texts }: ErasureSearch,
): Promise<Pick<ErasurePlan, "views" | "named_tables">> {
  const all = texts.size === 0 ? [] : (await allTableRecords(scope)).filter((table) => !isInternal(table));
  const idsOf = (isListed: (table: TableRecord) => boolean): string[] =>
    all.flatMap((table) => (isListed(table) ? [table.id] : [])).slice(0, MAX_LISTED);
  return {
    views: idsOf(({ query }) => query !== undefined && texts.areIn(query)),
    named_tables: idsOf(({ reference, columns }) =>
      [reference, ...columns.map(({ name }) => name)].some((name) => texts.areInName(name)),
    ),
  };
}
