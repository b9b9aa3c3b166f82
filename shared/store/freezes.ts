import type { Freeze } from "#shared/domain/workspaceFreeze.ts";
import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { entryWrite, getItem, transact } from "./dynamodb/items.ts";
import { frozenKey } from "./dynamodb/keys.ts";

/** Error of a step for a frozen workspace. Its work stays as it is, and a sweep restarts it once the workspace is unfrozen. */
export class WorkspaceIsFrozen extends Error {
  override readonly name = "WorkspaceIsFrozen";
}

/** Work that a freeze stops: reading continues in a read-only workspace. */
export type FrozenWork = "READ" | "CHANGE";

/** Marks a workspace as frozen for its steps; null removes the mark. */
export async function markFrozen(scope: WorkspaceScope, mode: Freeze["mode"] | null): Promise<void> {
  await transact(workspaceDatabase(scope), [entryWrite(frozenKey(scope.id), mode !== null, { mode })]);
}

/** Tells whether a workspace is frozen for a kind of work. */
export async function isFrozen(scope: WorkspaceScope, work: FrozenWork): Promise<boolean> {
  const mark = await getItem<Pick<Freeze, "mode">>(workspaceDatabase(scope), frozenKey(scope.id));
  return mark !== null && (work === "CHANGE" || mark.item.mode !== "READ_ONLY");
}

/** Returns a function for `sweepEach` that skips the marks of work in frozen workspaces. */
export function unlessFrozen<T extends { workspace_id: string }>(
  settings: Settings,
  work: FrozenWork,
  run: (mark: T) => Promise<boolean>,
): (mark: T) => Promise<boolean> {
  const { region } = settings;
  if (region === null) throw new Error("Workspace data exists only in a region");
  return async (mark) =>
    !(await isFrozen({ settings, id: mark.workspace_id, region }, work)) && (await run(mark));
}
