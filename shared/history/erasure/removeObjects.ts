import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { artifactsOf } from "#shared/domain/tasks/artifactsOf.ts";
import { committedFiles } from "#shared/history/commitRevision.ts";
import { inParallel } from "#shared/history/inParallel.ts";
import { eraseSqlResults } from "#shared/history/relations/eraseSqlResults.ts";
import {
  artifactPrefix,
  attemptOfKey,
  attemptsPrefix,
  mergedFilesPrefix,
  resultsPrefix,
  taskPrefix,
  uploadKey,
} from "#shared/objects/keys.ts";
import { eraseObject, eraseVersions } from "#shared/objects/objectVersions.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { getLoad } from "#shared/store/loads.ts";
import { removeDerived } from "./removeDerived.ts";
import { removeSegments, usedFiles } from "./removeSegments.ts";
import type { ErasureSearch, SearchedTable } from "./searchedTable.ts";

/**
 * Deletes all objects with erased rows, including all their versions, and unreferenced objects that may contain such rows:
 * those of abandoned merges and attempts. `manifests` contains the replaced manifests.
 */
export async function removeObjects(
  scope: WorkspaceScope,
  search: ErasureSearch,
  uploads: ReadonlyMap<string, readonly string[]>,
  manifests: Iterable<string>,
  onKey: OnKey,
): Promise<void> {
  await Promise.all([
    removeOfTasks(scope, search, onKey),
    removeUploads(scope, uploads, onKey),
    removeOfLoads(scope, search, uploads, onKey),
    removeOfTables(scope, search, new Set(uploads.keys()), manifests, onKey),
    eraseVersions(scope, resultsPrefix(scope.id), { onKey }),
    eraseSqlResults(scope, onKey),
  ]);
}

type OnKey = (key: string) => void;

/** Removes everything stored for affected tasks, and their artifacts. */
async function removeOfTasks(
  scope: WorkspaceScope,
  { affected }: ErasureSearch,
  onKey: OnKey,
): Promise<void> {
  const artifacts = [...affected.values()].flatMap(({ task }) => artifactsOf(task.result));
  const prefixes = [
    ...[...affected.keys()].map((id) => taskPrefix(scope.id, id)),
    ...artifacts.map((id) => artifactPrefix(scope.id, id)),
  ];
  await inParallel(prefixes, (prefix) => eraseVersions(scope, prefix, { onKey }));
}

async function removeUploads(
  scope: WorkspaceScope,
  uploads: ReadonlyMap<string, readonly string[]>,
  onKey: OnKey,
): Promise<void> {
  const keys = [...uploads].flatMap(([loadId, files]) => files.map((id) => uploadKey(scope.id, loadId, id)));
  await inParallel(keys, (upload) => {
    // The problems found at upload are stored next to the file, under its key with an extension.
    const matches = (key: string): boolean => key === upload || key.startsWith(`${upload}.`);
    return eraseVersions(scope, upload, { matches, onKey });
  });
}

async function removeOfLoads(
  scope: WorkspaceScope,
  { loads, tables, wholeLoads }: ErasureSearch,
  uploads: ReadonlyMap<string, readonly string[]>,
  onKey: OnKey,
): Promise<void> {
  await inParallel(uploads.keys(), (id) => removeOfAttempts(scope, id, wholeLoads.has(id), onKey));
  const others = [...loads.values()].filter(
    (load) =>
      !uploads.has(load.id) &&
      load.action === null &&
      Object.values(load.tables).some(({ table_id }) => tables.has(table_id ?? "")),
  );
  await inParallel(others, ({ id }) => removeLeftovers(scope, id, onKey));
}

async function removeOfTables(
  scope: WorkspaceScope,
  { tables }: ErasureSearch,
  erasedLoads: ReadonlySet<string>,
  manifests: Iterable<string>,
  onKey: OnKey,
): Promise<void> {
  const erasedKeys = [...tables.values()].flatMap((searched) => [...searched.erasures.keys()]);
  await inParallel([...erasedKeys, ...manifests], (key) => eraseObject(scope, key, { onKey }));
  await inParallel(tables.values(), async (searched) => {
    await removeUnusedMerges(scope, searched, onKey);
    await removeSegments(scope, searched, erasedLoads, onKey);
    await removeDerived(scope, searched.table.id, onKey);
  });
}

/**
 * Removes reports, problems, and the data files and lists that the load does not refer to; removes everything if no rows are
 * left.
 */
async function removeOfAttempts(
  scope: WorkspaceScope,
  loadId: string,
  isWhole: boolean,
  onKey: OnKey,
): Promise<void> {
  const load = await getLoad(scope, loadId);
  const kept = new Set<string>();
  if (load.files_key !== null) {
    kept.add(load.files_key);
    for (const file of Object.values(await committedFiles(scope, load)).flat()) kept.add(file.key);
  }
  if (isWhole && kept.size > 1) throw new Error(`The load ${loadId} still has data files`);
  // A concurrent redo reads the key comparison of its attempt.
  const present = load.action === null ? null : `${attemptsPrefix(scope.id, loadId)}${load.attempt}/keys-`;
  const matches = (key: string): boolean =>
    !kept.has(key) && !isLater(load, key) && (present === null || !key.startsWith(present));
  await eraseVersions(scope, attemptsPrefix(scope.id, loadId), { matches, onKey });
}

/**
 * Removes leftovers of a settled load's attempts, which may quote rows of other loads, or contain rows that nothing refers to.
 */
async function removeLeftovers(scope: WorkspaceScope, loadId: string, onKey: OnKey): Promise<void> {
  const load = await getLoad(scope, loadId);
  if (load.action !== null) return;
  const committed = load.files_key === null ? {} : await committedFiles(scope, load);
  const kept = new Set(Object.values(committed).flatMap((files) => files.map(({ key }) => key)));
  const matches = (key: string): boolean =>
    !isLater(load, key) && (/\/keys-[^/]+\.json$/.test(key) || (key.endsWith(".parquet") && !kept.has(key)));
  await eraseVersions(scope, attemptsPrefix(scope.id, loadId), { matches, onKey });
}

/** Tells whether an object belongs to an attempt that started after the load was read: its commit needs the object. */
function isLater({ attempt }: LoadRecord, key: string): boolean {
  return attemptOfKey(key) > attempt;
}

/** Removes merged files of a table that are not in any manifest. No merge is running, because the table is marked. */
async function removeUnusedMerges(
  scope: WorkspaceScope,
  searched: SearchedTable,
  onKey: OnKey,
): Promise<void> {
  const used = usedFiles(searched);
  const prefix = mergedFilesPrefix(scope.id, searched.table.id);
  const matches = (key: string, isDeleted: boolean): boolean => !used.has(key) || isDeleted;
  await eraseVersions(scope, prefix, { matches, onKey });
}
