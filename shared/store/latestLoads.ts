import type { LoadRecord } from "#shared/domain/loads/load.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { getItems, listItems } from "./dynamodb/items.ts";
import { ofProject } from "./dynamodb/keyParts.ts";
import { loadKey, loads } from "./dynamodb/keys.ts";

/** Number of loads in memory at a time: the tables of a single load may take up 400 KB. */
const BATCH_ITEMS = 25;

/**
 * Reads the required fields of the latest loads of a project and its rounds, without their files, and returns whether there
 * are more.
 */
export async function latestLoads<T>(
  scope: WorkspaceScope,
  projectId: string,
  limit: number,
  keep: (load: LoadRecord) => T,
): Promise<{ items: T[]; more: boolean }> {
  const database = workspaceDatabase(scope);
  const list = ofProject(loads(scope.id), projectId);
  const listed = await listItems<{ id: string }>(database, list, { descending: true, limit: limit + 1 });
  const keys = listed.items.slice(0, limit).map(({ item }) => loadKey(scope.id, item.id));
  const items: T[] = [];
  for (let start = 0; start < keys.length; start += BATCH_ITEMS) {
    const batch = await getItems<LoadRecord>(database, keys.slice(start, start + BATCH_ITEMS));
    items.push(...batch.map(keep));
  }
  return { items, more: listed.items.length > limit };
}
