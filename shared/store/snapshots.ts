import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { getItem, type Write } from "./dynamodb/items.ts";
import { snapshotKey } from "./dynamodb/keys.ts";

/** Task input identified by a snapshot id. */
export interface SnapshotRecord {
  id: string;
  task_id: string;
  input: string;
}

export async function findSnapshotRecord(scope: WorkspaceScope, id: string): Promise<SnapshotRecord | null> {
  const stored = await getItem<SnapshotRecord>(workspaceDatabase(scope), snapshotKey(scope.id, id));
  return stored?.item ?? null;
}

/** Returns the writes that register the snapshots of a task's inputs by id. Repeating them changes nothing. */
export function snapshotWrites(
  scope: WorkspaceScope,
  taskId: string,
  inputs: Readonly<Record<string, string>>,
): Write[] {
  return Object.entries(inputs).map(([input, id]) => ({
    kind: "put",
    key: snapshotKey(scope.id, id),
    item: { id, task_id: taskId, input },
  }));
}
