import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { entryWrite, getItem, transact } from "./dynamodb/items.ts";
import { frozenKey } from "./dynamodb/keys.ts";

/** Error of a step for a frozen workspace. Its work stays as it is, and a sweep restarts it once the workspace is unfrozen. */
export class WorkspaceIsFrozen extends Error {
  override readonly name = "WorkspaceIsFrozen";
}

/** Marks a workspace as frozen for its steps, or removes the mark. */
export async function markFrozen(scope: WorkspaceScope, isFrozen: boolean): Promise<void> {
  await transact(workspaceDatabase(scope), [entryWrite(frozenKey(scope.id), isFrozen, {})]);
}

export async function isFrozen(scope: WorkspaceScope): Promise<boolean> {
  return (await getItem(workspaceDatabase(scope), frozenKey(scope.id))) !== null;
}

/** Returns the marks of work in workspaces that are not frozen. */
export async function withoutFrozen<T extends { workspace_id: string }>(
  settings: Settings,
  marks: readonly T[],
): Promise<T[]> {
  const { region } = settings;
  if (region === null) throw new Error("Workspace data exists only in a region");
  const ids = [...new Set(marks.map(({ workspace_id }) => workspace_id))];
  const frozen = new Set<string>();
  for (const id of ids) if (await isFrozen({ settings, id, region })) frozen.add(id);
  return marks.filter(({ workspace_id }) => !frozen.has(workspace_id));
}
