import type { LoadRecord } from "#shared/domain/loads/load.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { getItems, listItems } from "./dynamodb/items.ts";
import { ofProject } from "./dynamodb/keyParts.ts";
import { loadKey, loads } from "./dynamodb/keys.ts";

/** Reads the latest loads of a project and its rounds, without their files, and whether there are more. */
export async function latestLoads(
  scope: WorkspaceScope,
  projectId: string,
  limit: number,
): Promise<{ items: LoadRecord[]; more: boolean }> {
  const database = workspaceDatabase(scope);
  const list = ofProject(loads(scope.id), projectId);
  const { items } = await listItems<{ id: string }>(database, list, { descending: true, limit: limit + 1 });
  const keys = items.slice(0, limit).map(({ item }) => loadKey(scope.id, item.id));
  return { items: await getItems<LoadRecord>(database, keys), more: items.length > limit };
}
