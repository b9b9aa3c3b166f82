import type { DataFile, Manifest } from "#shared/domain/loads/manifest.ts";
import type { CommittedFiles } from "#shared/history/commitIngestedLoad.ts";
import { getJson, listObjects } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { listAll } from "#shared/store/dynamodb/items.ts";
import { loads, tables, tableVersions } from "#shared/store/dynamodb/keys.ts";

/** Returns the keys of all table objects and load data files that a workspace's records refer to. */
export async function reachableObjects(scope: WorkspaceScope): Promise<Set<string>> {
  const database = workspaceDatabase(scope);
  const keys = new Set<string>();
  for (const { id } of await listAll<{ id: string }>(database, tables(scope.id))) {
    const versions = await listAll<{ manifest_key: string | null }>(database, tableVersions(scope.id, id));
    for (const { manifest_key } of versions) {
      if (manifest_key === null || keys.has(manifest_key)) continue;
      keys.add(manifest_key);
      for (const segment of (await getJson<Manifest>(scope, manifest_key)).segments) {
        if (keys.has(segment.key)) continue;
        keys.add(segment.key);
        for (const { key } of await getJson<DataFile[]>(scope, segment.key)) keys.add(key);
      }
    }
  }
  for (const { files_key } of await listAll<{ files_key: string | null }>(database, loads(scope.id))) {
    if (files_key === null) continue;
    keys.add(files_key);
    const committed = await getJson<CommittedFiles>(scope, files_key);
    for (const { key } of Object.values(committed).flat()) keys.add(key);
  }
  return keys;
}

/** Returns the keys of all existing objects of tables and loads. */
export async function storedObjects(scope: WorkspaceScope): Promise<Set<string>> {
  const keys = new Set<string>();
  for (const kind of ["tables", "loads"]) {
    for await (const { key } of listObjects(scope, `ws/${scope.id}/${kind}/`, null)) keys.add(key);
  }
  return keys;
}
