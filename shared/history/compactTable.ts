import { randomBytes, randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  type CompactionRules,
  chooseMerge,
  mayNeedCompaction,
  replaceSources,
} from "#shared/domain/loads/compaction.ts";
import type { DataFile, Manifest } from "#shared/domain/loads/manifest.ts";
import { LeasedFiles } from "#shared/engines/duckdb/leasedFiles.ts";
import { mergedFileKey } from "#shared/objects/keys.ts";
import { holdDataFile } from "#shared/objects/locate.ts";
import {
  filesOf,
  PendingObjects,
  readManifest,
  replaceFiles,
  writeManifest,
} from "#shared/objects/manifests.ts";
import { deleteObject, prepareFolder, putFile } from "#shared/objects/objects.ts";
import { backoff } from "#shared/runtime/backoff.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { clearCompactionMark, replacedManifestWrite } from "#shared/store/compactions.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { ConditionFailed, transact } from "#shared/store/dynamodb/items.ts";
import { findTableById, type StoredTable, type TableRecord } from "#shared/store/tables.ts";
import { tableWrites } from "#shared/store/tableWrites.ts";
import { mergeDataFiles } from "./mergeDataFiles.ts";

/** DuckDB's memory limit. */
const MEMORY = "256MB";
/** Maximum number of attempts to add a merged file to a table that changes in the meantime. */
const MAX_ATTEMPTS = 20;

export interface CompactionOutcome {
  /** Number of files replaced by merged files. */
  replaced: number;
  /** Number of merged files. */
  merged: number;
  /** True if there may be more to merge now. */
  more: boolean;
}

/**
 * Merges small data files of a table until few are left, or until `deadline` (ms since 1970). The table's rows stay the same
 * at every version: merged files are added to the manifest of its latest version, and earlier versions keep their files. Each
 * merge is one conditional transaction, so it never overwrites a concurrent change; an interrupted merge leaves an
 * unreferenced object.
 */
export async function compactTable(
  scope: WorkspaceScope,
  tableId: string,
  rules: CompactionRules,
  deadline: number,
  signal?: AbortSignal,
): Promise<CompactionOutcome> {
  const outcome = { replaced: 0, merged: 0, more: false };
  for (;;) {
    const table = await findTableById(scope, tableId);
    if (!table || table.item.manifest_key === null) return outcome;
    if (table.item.erasing !== undefined) return { ...outcome, more: true };
    const manifest = await readManifest(scope, table.item.manifest_key);
    const files = await filesOf(scope, manifest);
    const sources = chooseMerge(files, rules, Date.now());
    if (!sources) {
      await settle(scope, table, manifest, rules);
      return outcome;
    }
    if (Date.now() > deadline) return { ...outcome, more: true };
    const object = await storeMerged(scope, tableId, manifest, sources, signal);
    if (!(await putIntoTable(scope, table.item, sources, object))) {
      // Nothing refers to the merged file, and nothing will.
      await deleteObject(scope, object.key);
      return { ...outcome, more: true };
    }
    outcome.replaced += sources.length;
    outcome.merged += 1;
  }
}

/** Removes the table's mark, unless files that are too new now may be merged later. */
async function settle(
  scope: WorkspaceScope,
  { item }: StoredTable,
  manifest: Manifest,
  rules: CompactionRules,
): Promise<void> {
  const everything = { ...rules, minAgeMs: Number.NEGATIVE_INFINITY };
  const isWaiting =
    mayNeedCompaction(manifest, rules) &&
    chooseMerge(await filesOf(scope, manifest), everything, Date.now()) !== null;
  if (isWaiting) return;
  try {
    await clearCompactionMark(scope, item.id, item.manifest_key);
  } catch (error) {
    // The table has changed in the meantime, so a later call decides whether to remove the mark.
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

type MergedObject = Pick<DataFile, "key" | "bytes" | "statistics">;

/** Merges files into a new object that is not referenced yet. */
async function storeMerged(
  scope: WorkspaceScope,
  tableId: string,
  manifest: Manifest,
  sources: readonly DataFile[],
  signal: AbortSignal | undefined,
): Promise<MergedObject> {
  const target = join(scope.settings.scratchDirectory, `merge-${randomUUID()}.parquet`);
  await prepareFolder(target);
  const leased = new LeasedFiles((key) => holdDataFile(scope, key));
  try {
    await leased.hold(sources.map(({ key }) => key));
    const local = sources.map((file) => ({ file, path: leased.paths.get(file.key) ?? "" }));
    const limits = { memoryLimit: MEMORY, ...(signal && { signal }) };
    const { rows, bytes, statistics } = await mergeDataFiles(local, manifest.columns, target, limits);
    const expected = sources.reduce((sum, file) => sum + file.rows, 0);
    if (rows !== expected) {
      throw new Error(`A merge of the table ${tableId} has ${rows} rows, but its files have ${expected}`);
    }
    const key = mergedFileKey(scope.id, tableId, `${newId()}-${randomBytes(4).toString("hex")}`);
    await putFile(scope, key, target);
    return { key, bytes, statistics };
  } finally {
    await leased.release();
    await rm(target, { force: true });
  }
}

/** Replaces the sources in the latest version of the table. Returns false if the merged file can no longer be used. */
async function putIntoTable(
  scope: WorkspaceScope,
  { id: tableId, erased }: TableRecord,
  sources: readonly DataFile[],
  object: MergedObject,
): Promise<boolean> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const before = await findTableById(scope, tableId);
    const manifestKey = before?.item.manifest_key ?? null;
    if (!before || manifestKey === null) return false;
    // An erasure has started since the sources were read: the merged file may contain rows to be erased.
    if (before.item.erasing !== undefined || before.item.erased !== erased) return false;
    const manifest = await readManifest(scope, manifestKey);
    const replacement = replaceSources(await filesOf(scope, manifest), sources, object);
    if (!replacement) return false;
    const objects = new PendingObjects(scope);
    const { merged, replaced } = replacement;
    const compacted = await replaceFiles(scope, objects, manifest, merged, replaced);
    if (compacted.rows !== manifest.rows) {
      throw new Error(
        `A merge would change the table ${tableId} from ${manifest.rows} to ${compacted.rows} rows`,
      );
    }
    const { bytes } = compacted;
    const after = { ...before.item, bytes, manifest_key: writeManifest(scope, objects, compacted) };
    await objects.written();
    try {
      await transact(workspaceDatabase(scope), [
        ...tableWrites(scope, before, after),
        replacedManifestWrite(scope, newId(), manifestKey, now()),
      ]);
      return true;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
    await backoff(attempt, 10, 500);
  }
  return false;
}
