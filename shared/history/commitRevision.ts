import { uncheckedKindWarnings } from "#shared/domain/columns/keepKinds.ts";
import type { AuditStamp } from "#shared/domain/fields.ts";
import { fitSentences } from "#shared/domain/itemSizeLimits.ts";
import { applyKeys, type KeyChecks } from "#shared/domain/loads/keyCheck.ts";
import { type LoadRecord, tableColumns } from "#shared/domain/loads/load.ts";
import { completeLoad } from "#shared/domain/loads/loadTransitions.ts";
import type { DataFile } from "#shared/domain/loads/manifest.ts";
import { type PendingObjects, removeLoad, withFiles } from "#shared/objects/manifests.ts";
import { getJson } from "#shared/objects/objects.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { loadWrites, readLoad, type StoredLoad } from "#shared/store/loads.ts";
import { PATIENCE, type TableChange } from "./commit.ts";
import { type CommittedFiles, tableIdsOf } from "./commitIngestedLoad.ts";
import { type Build, commitTogether } from "./commitTogether.ts";
import { readAhead } from "./readAhead.ts";
import { requireAttempt } from "./requireAttempt.ts";
import { TableReads } from "./tableReads.ts";
import { nextManifest, withManifest } from "./tableRecords.ts";

/**
 * Commits an undo or redo: new versions of the load's tables without its files, or with them again. Only file lists are
 * written, so the cost does not depend on the number of rows; later loads are kept. Archived tables are changed too. A redo
 * may throw any error from `applyKeys`. `stored` is the load if it has just been read.
 */
export async function commitRevision(
  scope: WorkspaceScope,
  { id: loadId, attempt, tables }: Pick<LoadRecord, "id" | "attempt" | "tables">,
  keyChecks: KeyChecks = {},
  stored?: StoredLoad,
): Promise<void> {
  const reads = new TableReads(tableIdsOf(tables));
  const withCommitted = async (load: StoredLoad) => {
    requireAttempt(load.item, attempt);
    return { before: load, committed: await committedFiles(scope, load.item) };
  };
  const readBoth = async (scope: WorkspaceScope) => withCommitted(await readLoad(scope, loadId));
  const read = readAhead(scope, readBoth, stored && withCommitted(stored));
  const build: Build = async (scope, versionId, objects) => {
    const { before, committed } = await read(scope);
    const load = before.item;
    const stamp: AuditStamp = { by: load.updated_by, at: now() };
    const brought = Object.entries(committed);
    const changes = await Promise.all(
      brought
        .filter(([, files]) => files.length > 0)
        .map(([tableId, files]) =>
          reviseTable(scope, objects, reads, load, tableId, files, versionId, stamp),
        ),
    );
    const kind = load.action === "UNDO" ? "UNDO_LOAD" : "REDO_LOAD";
    const brings = load.action === "REDO" ? changes.flatMap((change) => change.before?.item ?? []) : [];
    const kinds = brings.flatMap((table) => {
      const config = Object.values(load.tables).find(({ table_id }) => table_id === table.id);
      return uncheckedKindWarnings(table.columns, config ? tableColumns(config) : [], table.reference);
    });
    const warnings = new Set([...load.warnings, ...kinds, ...applyKeys(brings, keyChecks)]);
    const done = { ...completeLoad(load, stamp.at), warnings: fitSentences([...warnings]) };
    return { kind, stamp, loadId, tables: changes, writes: loadWrites(scope, before, done) };
  };
  await commitTogether(scope, PATIENCE.step, build, reads);
}

/** Reads the data files that a load added, by table. */
export async function committedFiles(scope: WorkspaceScope, load: LoadRecord): Promise<CommittedFiles> {
  if (load.files_key === null) throw new Error(`The load ${load.id} was never committed`);
  return getJson<CommittedFiles>(scope, load.files_key);
}

async function reviseTable(
  scope: WorkspaceScope,
  objects: PendingObjects,
  reads: TableReads,
  load: LoadRecord,
  tableId: string,
  files: DataFile[],
  versionId: string,
  stamp: AuditStamp,
): Promise<TableChange> {
  const before = await reads.read(scope, tableId);
  const without = await removeLoad(
    scope,
    objects,
    await nextManifest(scope, before.item, versionId),
    load.id,
  );
  const manifest = load.action === "UNDO" ? without : await withFiles(scope, objects, without, files);
  const after = { ...before.item, updated_at: stamp.at, updated_by: stamp.by };
  return { before, after: withManifest(scope, objects, after, manifest) };
}
