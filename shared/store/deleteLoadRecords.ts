import type { LoadRecord } from "#shared/domain/loads/load.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { deleteItems, listItems, transact, type Write } from "./dynamodb/items.ts";
import { contextKeys } from "./dynamodb/keyParts.ts";
import { ingestedFiles, loadFileKey, loadKey, loads, loadUnderWayKey } from "./dynamodb/keys.ts";
import { fileKeys, filesOfLoad } from "./loadFiles.ts";

/** Removes all records of a load, the load itself last. Can be interrupted and repeated. */
export async function deleteLoadRecords(scope: WorkspaceScope, load: LoadRecord): Promise<void> {
  const { id, context, attempt } = load;
  const database = workspaceDatabase(scope);
  const files = await filesOfLoad(scope, id);
  for (let passed = 1; passed <= attempt; passed += 1) {
    await deleteList(scope, ingestedFiles(scope.id, id, passed));
  }
  // The record of the file itself comes last, because the others are found through it.
  await deleteItems(
    database,
    files.flatMap((file) => fileKeys(scope, id, file).slice(1)),
  );
  await deleteItems(
    database,
    files.map((file) => loadFileKey(scope.id, id, file.id)),
  );
  const listed = contextKeys(loads(scope.id), context, id);
  const deletions = [loadUnderWayKey(scope.id, id), ...listed, loadKey(scope.id, id)];
  await transact(
    database,
    deletions.map((key): Write => ({ kind: "delete", key })),
  );
}

async function deleteList(scope: WorkspaceScope, pk: string): Promise<void> {
  const database = workspaceDatabase(scope);
  for (;;) {
    const { items, more } = await listItems<object>(database, pk);
    await deleteItems(
      database,
      items.map(({ sk }) => ({ pk, sk })),
    );
    if (!more) return;
  }
}
