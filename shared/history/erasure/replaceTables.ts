import type { AuditStamp } from "#shared/domain/fields.ts";
import { commit, PATIENCE, type TableChange } from "#shared/history/commit.ts";
import { inParallel } from "#shared/history/inParallel.ts";
import { withManifest } from "#shared/history/tableRecords.ts";
import { PendingObjects, readManifest, writeManifest } from "#shared/objects/manifests.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "#shared/store/dynamodb/change.ts";
import { erasureWrites, readErasure } from "#shared/store/erasures.ts";
import { findTableById, readTable } from "#shared/store/tables.ts";
import { replaceVersionManifest } from "#shared/store/tableVersions.ts";
import { TableReplacement } from "./replaceFiles.ts";
import type { ErasureSearch, SearchedTable } from "./searchedTable.ts";

/** Maximum number of tables changed in one version: a transaction has at most 100 writes. */
const MAX_TABLES = 20;

/**
 * Commits versions of kind ERASURE with the latest state of the tables, without erased rows. Later commits build on these
 * versions. The first call for an erasure always commits a version, so that the erasure appears in the history.
 */
export async function commitErasure(
  scope: WorkspaceScope,
  erasureId: string,
  { tables }: ErasureSearch,
): Promise<void> {
  const dirty: SearchedTable[] = [];
  await inParallel(tables.values(), async (searched) => {
    const table = await findTableById(scope, searched.table.id);
    const key = table?.item.manifest_key ?? null;
    if (key === null) return;
    const manifest = await readManifest(scope, key);
    if (await new TableReplacement(scope, searched).hasErased(manifest)) dirty.push(searched);
  });
  const { item } = await readErasure(scope, erasureId);
  if (dirty.length === 0 && item.version_ids.length > 0) return;
  for (let start = 0; start === 0 || start < dirty.length; start += MAX_TABLES) {
    await commitTables(scope, erasureId, dirty.slice(start, start + MAX_TABLES));
  }
}

async function commitTables(
  scope: WorkspaceScope,
  erasureId: string,
  tables: readonly SearchedTable[],
): Promise<void> {
  await commit(scope, PATIENCE.step, async (versionId, objects) => {
    const erasure = await readErasure(scope, erasureId);
    const stamp: AuditStamp = { by: erasure.item.confirmed_by ?? erasure.item.created_by, at: now() };
    const changes = await Promise.all(
      tables.map(async (searched): Promise<TableChange> => {
        const before = await readTable(scope, searched.table.id);
        const manifest = await readManifest(scope, before.item.manifest_key ?? "");
        const clean = await new TableReplacement(scope, searched).without(objects, manifest);
        const after = { ...before.item, updated_at: stamp.at, updated_by: stamp.by };
        return { before, after: withManifest(scope, objects, after, { ...clean, version_id: versionId }) };
      }),
    );
    const committed = { ...erasure.item, version_ids: [...erasure.item.version_ids, versionId] };
    const writes = erasureWrites(scope, erasure, committed);
    return { kind: "ERASURE", stamp, erasureId, tables: changes, writes };
  });
}

/**
 * Replaces the manifests of all earlier versions of a table. Returns the new keys by old key, including those of manifests
 * that only tasks have pinned.
 */
export async function replaceVersions(
  scope: WorkspaceScope,
  searched: SearchedTable,
): Promise<Map<string, string>> {
  const { manifests } = searched.objects;
  const replacement = new TableReplacement(scope, searched);
  const keys = new Map<string, string>();
  const objects = new PendingObjects(scope);
  for (const [key, manifest] of manifests) {
    const clean = await replacement.without(objects, manifest);
    if (clean !== manifest) keys.set(key, writeManifest(scope, objects, clean));
  }
  await objects.written();
  await inParallel(searched.objects.versions, async ({ version_id, manifest_key }) => {
    const to = manifest_key === null ? undefined : keys.get(manifest_key);
    if (to === undefined || manifest_key === null) return;
    await retryConditionFailed(() =>
      replaceVersionManifest(scope, searched.table.id, version_id, manifest_key, to),
    );
  });
  return keys;
}
