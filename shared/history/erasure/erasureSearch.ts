import { cleanColumns } from "#shared/domain/erasures/erasedText.ts";
import type { ErasureTarget } from "#shared/domain/erasures/erasureTransitions.ts";
import type { LoadRecord } from "#shared/domain/loads/load.ts";
import type { DataFile } from "#shared/domain/loads/manifest.ts";
import type { CommittedFiles } from "#shared/history/commitIngestedLoad.ts";
import { inParallel } from "#shared/history/inParallel.ts";
import { parseObjectKey } from "#shared/objects/keys.ts";
import { getJson } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { loadsCreatedUntil } from "#shared/store/loads.ts";
import { allTableRecords } from "#shared/store/tableLists.ts";
import { findTableById } from "#shared/store/tables.ts";
import { affectedOrders } from "./affectedOrders.ts";
import { addAffectedTasks } from "./affectedTasks.ts";
import { collectErasedTexts } from "./collectErasedTexts.ts";
import { ErasedTexts } from "./erasedTexts.ts";
import { type Criterion, eraseFiles, type FileErasure } from "./eraseFile.ts";
import { erasureCondition } from "./erasureCondition.ts";
import { filesWithErased } from "./filesWithErased.ts";
import { readFound, type StoredFound, storeFound } from "./foundFiles.ts";
import { allOrderReads } from "./orderReads.ts";
import type { ErasureSearch, SearchedTable } from "./searchedTable.ts";
import { type CommittedList, type TableObjects, tableObjects } from "./tableObjects.ts";
import { allTaskReads } from "./taskReads.ts";

/** Stops a search that has used up its time. Its findings are stored, and the next search continues from there. */
export class SearchPaused extends Error {
  override readonly name = "SearchPaused";
}

export interface SearchOptions {
  /** Id of the erasure, which writes data files; null if rows are only counted. */
  erasureId: string | null;
  /** Whether names and descriptions that contain an erased value are kept. */
  keepTexts?: boolean;
  /** Called before the objects of a table are read. */
  beforeTable?: (tableId: string) => Promise<void>;
  onProgress?: (done: number, total: number) => Promise<void>;
  /** Time after which to stop once the current file is done, in milliseconds since 1970. */
  deadline?: number;
  signal: AbortSignal;
}

const DAY_MS = 86_400_000;
/**
 * Number of data files read together. The findings are stored after each batch, so that an interrupted search continues from
 * there.
 */
const FILES_AT_ONCE = 50;

/**
 * Finds the rows of an erasure in all data files, the tasks that read them, the result rows of these tasks, and so on. `known`
 * contains the findings of an earlier search, because the rows that led to them may have been erased since then.
 */
export async function searchErasure(
  scope: WorkspaceScope,
  target: ErasureTarget,
  known: StoredFound,
  options: SearchOptions,
): Promise<ErasureSearch> {
  const [[loads, lists], tasks, orders] = await Promise.all([
    loadsWithLists(scope),
    allTaskReads(scope),
    allOrderReads(scope),
  ]);
  const wholeLoads = new Set([...known.loads, ...(target.load_id === null ? [] : [target.load_id])]);
  const affected = tasks.filter(({ task }) => known.tasks.includes(task.id));
  const search: ErasureSearch = {
    id: options.erasureId ?? "",
    tables: new Map(),
    loads,
    wholeLoads,
    lists,
    tasks,
    affected: new Map(affected.map((reads) => [reads.task.id, reads])),
    orders,
    affectedOrders: [],
    texts: new ErasedTexts(),
    fresh: 0,
  };
  const knownTables = new Set([...known.tables, ...(target.table_id === null ? [] : [target.table_id])]);
  for (let before = -1; before !== wholeLoads.size + search.affected.size; ) {
    before = wholeLoads.size + search.affected.size;
    for (const tableId of [...knownTables, ...tablesOfLoads(search)]) {
      const done = search.tables.get(tableId);
      if (done && isSame(done.criterion, wholeLoads)) continue;
      const searched = await searchTable(scope, tableId, target, search, options);
      if (searched) search.tables.set(tableId, searched);
    }
    addAffectedTasks(search);
  }
  search.affectedOrders = await affectedOrders(scope, search);
  if (options.erasureId !== null && options.keepTexts !== true)
    await addDescribedTables(scope, target, search, options);
  return search;
}

/** Adds other tables with columns whose descriptions contain an erased value, because manifests contain descriptions. */
async function addDescribedTables(
  scope: WorkspaceScope,
  target: ErasureTarget,
  search: ErasureSearch,
  options: SearchOptions,
): Promise<void> {
  if (search.texts.size === 0) return;
  const has = (text: string): boolean => search.texts.areInName(text);
  for (const { id, columns } of await allTableRecords(scope)) {
    if (search.tables.has(id) || cleanColumns(columns, has) === columns) continue;
    const searched = await searchTable(scope, id, target, search, options);
    if (searched) search.tables.set(id, searched);
  }
}

async function allLoads(scope: WorkspaceScope): Promise<Map<string, LoadRecord>> {
  const loads = new Map<string, LoadRecord>();
  for await (const load of loadsCreatedUntil(scope, Date.now() + DAY_MS)) loads.set(load.id, load);
  return loads;
}

async function loadsWithLists(scope: WorkspaceScope): Promise<[Map<string, LoadRecord>, CommittedList[]]> {
  const loads = await allLoads(scope);
  return [loads, await committedLists(scope, loads)];
}

async function committedLists(
  scope: WorkspaceScope,
  loads: ReadonlyMap<string, LoadRecord>,
): Promise<CommittedList[]> {
  const lists: CommittedList[] = [];
  await inParallel(loads.values(), async ({ id, files_key: key }) => {
    if (key !== null) lists.push({ loadId: id, files: await getJson<CommittedFiles>(scope, key) });
  });
  return lists;
}

/** Returns the tables that received rows from loads that are erased as a whole. */
function tablesOfLoads({ wholeLoads, lists }: ErasureSearch): Set<string> {
  return new Set(lists.flatMap(({ loadId, files }) => (wholeLoads.has(loadId) ? Object.keys(files) : [])));
}

function isSame({ loads }: Criterion, wanted: ReadonlySet<string>): boolean {
  return loads.size === wanted.size;
}

async function searchTable(
  scope: WorkspaceScope,
  tableId: string,
  target: ErasureTarget,
  search: ErasureSearch,
  {
    erasureId,
    keepTexts = false,
    beforeTable,
    onProgress,
    deadline = Number.POSITIVE_INFINITY,
    signal,
  }: SearchOptions,
): Promise<SearchedTable | null> {
  await beforeTable?.(tableId);
  const table = await findTableById(scope, tableId);
  if (!table || table.item.manifest_key === null) return null;
  const isConditional = target.table_id === tableId && target.where !== null;
  const condition = isConditional
    ? await erasureCondition(table.item.reference, table.item.columns, target.where ?? "")
    : null;
  search.texts.addConstants(condition?.constants ?? []);
  const criterion: Criterion = { loads: new Set(search.wholeLoads), condition };
  // A condition may match rows of any load, and a later search also looks for files that the first one has replaced.
  const loads = target.table_id === tableId ? null : criterion.loads;
  const objects = await objectsOf(scope, tableId, search, loads);
  const signature = JSON.stringify([[...criterion.loads].sort(), isConditional]);
  const stored = erasureId === null ? null : await readFound(scope, erasureId, tableId, signature);
  const files: Record<string, FileErasure | null> = { ...stored?.files };
  const wanted = [...objects.files.values()].filter(({ key }) => files[key] === undefined);
  const store = async (): Promise<void> => {
    if (erasureId !== null) await storeFound(scope, erasureId, tableId, { signature, files });
  };
  for (let start = 0; start < wanted.length; start += FILES_AT_ONCE) {
    const some = wanted.slice(start, start + FILES_AT_ONCE);
    const erased = await eraseFiles(scope, erasureId, some, criterion, signal);
    for (const [index, { key }] of some.entries()) files[key] = erased[index] ?? null;
    const done = start + some.length;
    await onProgress?.(done, wanted.length);
    if (done === wanted.length) break;
    await store();
    if (Date.now() > deadline) throw new SearchPaused();
  }
  if (wanted.length > 0) await store();
  const erasures = new Map(
    Object.entries(files).flatMap(([key, erasure]) => (erasure === null ? [] : [[key, erasure]])),
  );
  // Excludes the result rows of tasks: they are derived from erased rows, but need not be forgotten themselves.
  const primary: Criterion = {
    loads: new Set(target.load_id === null ? [] : [target.load_id]),
    condition,
  };
  const isPrimary = ({ erased }: FileErasure): boolean =>
    isConditional || erased.some(({ load_id }) => primary.loads.has(load_id));
  const primaryFiles = [...erasures].filter(([, erasure]) => isPrimary(erasure));
  const judged = {
    columns: table.item.columns,
    erased: await filesWithErased(scope, search.loads, objects.files, primaryFiles),
    clean: cleanFiles(search, tableId, files),
  };
  await collectErasedTexts(scope, judged, primary, search.texts, signal);
  const hasErased = (text: string): boolean => !keepTexts && search.texts.areInName(text);
  return { table: table.item, objects, criterion, loads, erasures, hasErased };
}

function objectsOf(
  scope: WorkspaceScope,
  tableId: string,
  { tasks, orders, lists }: ErasureSearch,
  loads: ReadonlySet<string> | null,
): Promise<TableObjects> {
  const pinned = [...tasks, ...orders].flatMap(({ manifests }) => manifests.map(({ key }) => key));
  const ofTable = pinned.filter((key) => parseObjectKey(key).owner === tableId);
  return tableObjects(scope, tableId, ofTable, lists, loads);
}

/**
 * Reads the objects of all tables again, including versions committed during the search. New data files count as fresh if a
 * condition may match their rows.
 */
export async function readObjectsAgain(scope: WorkspaceScope, search: ErasureSearch): Promise<void> {
  for (const [tableId, searched] of search.tables) {
    const before = searched.objects;
    searched.objects = await objectsOf(scope, tableId, search, searched.loads);
    if (searched.criterion.condition === null) continue;
    const replaced = new Set([...searched.erasures.values()].map(({ to }) => to));
    const added = [...searched.objects.files.keys()].filter(
      (key) => !before.files.has(key) && !replaced.has(key),
    );
    search.fresh += added.length;
  }
}

/**
 * Returns the data files of loads without erased rows: every other row of the table is in one of these files, or in a file
 * that has been checked.
 */
function cleanFiles(
  { lists }: ErasureSearch,
  tableId: string,
  files: Readonly<Record<string, FileErasure | null>>,
): DataFile[] {
  return lists.flatMap((list) => (list.files[tableId] ?? []).filter(({ key }) => files[key] === null));
}
