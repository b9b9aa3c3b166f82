import { previousId } from "#shared/domain/id.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { getItem, itemWrite, listAll, listItems, transact } from "./dynamodb/items.ts";
import { tableVersionKey, tableVersions } from "./dynamodb/keys.ts";

/** Version of a table, with its manifest at that point of the history. */
export interface TableVersion {
  version_id: string;
  manifest_key: string | null;
}

/** Returns all versions of a table, oldest first. */
export function listTableVersions(scope: WorkspaceScope, tableId: string): Promise<TableVersion[]> {
  return listAll<TableVersion>(workspaceDatabase(scope), tableVersions(scope.id, tableId));
}

/** Returns the latest version of a table up to `versionId`; null if the table is newer. */
export async function tableVersionAt(
  scope: WorkspaceScope,
  tableId: string,
  versionId: string,
): Promise<TableVersion | null> {
  const pk = tableVersions(scope.id, tableId);
  // When reading backwards from the next id, the first item is either the version itself or the last one before it.
  const after = tableVersionKey(scope.id, tableId, String(Number(versionId) + 1)).sk;
  const { items } = await listItems<TableVersion>(workspaceDatabase(scope), pk, {
    after,
    descending: true,
    limit: 1,
  });
  return items[0]?.item ?? null;
}

/** Returns the first versions of a table after `after` and up to `upTo`, and whether there are more. */
export async function tableVersionsBetween(
  scope: WorkspaceScope,
  tableId: string,
  { after, upTo, limit }: { after: string; upTo: string; limit: number },
): Promise<{ items: TableVersion[]; more: boolean }> {
  const { items } = await listItems<TableVersion>(
    workspaceDatabase(scope),
    tableVersions(scope.id, tableId),
    { after: tableVersionKey(scope.id, tableId, after).sk, limit: limit + 1 },
  );
  const inRange = items
    .map(({ item }) => item)
    .filter(({ version_id }) => Number(version_id) <= Number(upTo));
  return { items: inRange.slice(0, limit), more: inRange.length > limit };
}

/** Returns the version of a table before an id, and all versions from that id on, oldest first. */
export async function tableVersionsSince(
  scope: WorkspaceScope,
  tableId: string,
  versionId: string,
): Promise<TableVersion[]> {
  const before = await tableVersionAt(scope, tableId, previousId(versionId));
  const all: TableVersion[] = before === null ? [] : [before];
  for (let after = tableVersionKey(scope.id, tableId, previousId(versionId)).sk; ; ) {
    const pk = tableVersions(scope.id, tableId);
    const { items, more } = await listItems<TableVersion>(workspaceDatabase(scope), pk, { after });
    all.push(...items.map(({ item }) => item));
    const last = items.at(-1);
    if (!more || !last) return all;
    after = last.sk;
  }
}

/**
 * Replaces the manifest of a version, unless the version already has a different one. Throws `ConditionFailed` if the version
 * changes in the meantime.
 */
export async function replaceVersionManifest(
  scope: WorkspaceScope,
  tableId: string,
  versionId: string,
  from: string,
  to: string,
): Promise<void> {
  const key = tableVersionKey(scope.id, tableId, versionId);
  const before = await getItem<TableVersion>(workspaceDatabase(scope), key);
  if (before?.item.manifest_key !== from) return;
  await transact(workspaceDatabase(scope), [itemWrite(key, before, { ...before.item, manifest_key: to })]);
}
