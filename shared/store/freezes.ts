import { conflict, type DomainError } from "#shared/basics/errors/errors.ts";
import type { Freeze } from "#shared/domain/workspaceFreeze.ts";
import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "./dynamodb/change.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { getItem, type Stored, transact, type Write } from "./dynamodb/items.ts";
import type { Key } from "./dynamodb/keyParts.ts";
import { frozenKey } from "./dynamodb/keys.ts";

/** Error of a step for a frozen workspace. Its work stays as it is, and a sweep restarts it once the workspace is unfrozen. */
export class WorkspaceIsFrozen extends Error {
  override readonly name = "WorkspaceIsFrozen";
}

/** Work that a freeze stops: reading continues in a read-only workspace, and an import runs only in a closed one. */
export type FrozenWork = "READ" | "CHANGE" | "IMPORT";

/** Mark of a frozen workspace. */
interface FrozenMark {
  /** Null once the workspace is no longer frozen. */
  mode: Freeze["mode"] | null;
  /** Import that is making its records visible; until it ends, the workspace stays closed. */
  importing?: string;
}

/**
 * Marks a workspace as frozen for its steps; null removes the mark. Throws a 409 while an import makes its records visible,
 * because readers would see a part of them.
 */
export async function markFrozen(scope: WorkspaceScope, mode: Freeze["mode"] | null): Promise<void> {
  const key = frozenKey(scope.id);
  await retryConditionFailed(async () => {
    const before = await getItem<FrozenMark>(workspaceDatabase(scope), key);
    if (before?.item.importing !== undefined && mode !== "CLOSED") throw importRunning(before.item.importing);
    const importing = before?.item.importing;
    const after: FrozenMark = { mode, ...(importing !== undefined && { importing }) };
    if (before !== null || mode !== null)
      await transact(workspaceDatabase(scope), [replaceWrite(key, before, after)]);
  });
}

/** Keeps a workspace closed while an import makes its records visible, or ends this. Throws unless the workspace is closed. */
export async function markImporting(scope: WorkspaceScope, importId: string, isOn: boolean): Promise<void> {
  const key = frozenKey(scope.id);
  await retryConditionFailed(async () => {
    const before = await getItem<FrozenMark>(workspaceDatabase(scope), key);
    if (before?.item.mode !== "CLOSED")
      throw new WorkspaceIsFrozen(`The workspace ${scope.id} is not closed`);
    const { mode } = before.item;
    const after: FrozenMark = isOn ? { mode, importing: importId } : { mode };
    await transact(workspaceDatabase(scope), [replaceWrite(key, before, after)]);
  });
}

/** Returns a write that sends the whole item, which functions without the permission to update items may use. */
function replaceWrite(key: Key, before: Stored<FrozenMark> | null, item: FrozenMark): Write {
  return before === null
    ? { kind: "create", key, item }
    : { kind: "replace", key, item, revision: before.revision };
}

function importRunning(id: string): DomainError {
  return conflict(
    "import_running",
    `The import ${id} is making its records visible. Unfreeze the workspace once it has ended.`,
  );
}

/** Tells whether a workspace is closed. */
export async function isClosed(scope: WorkspaceScope): Promise<boolean> {
  const mark = await getItem<FrozenMark>(workspaceDatabase(scope), frozenKey(scope.id));
  return mark?.item.mode === "CLOSED";
}

/** Tells whether a workspace is frozen for a kind of work. */
export async function isFrozen(scope: WorkspaceScope, work: FrozenWork): Promise<boolean> {
  if (work === "IMPORT") return false;
  const mark = await getItem<FrozenMark>(workspaceDatabase(scope), frozenKey(scope.id));
  const mode = mark?.item.mode ?? null;
  return mode !== null && (work === "CHANGE" || mode !== "READ_ONLY");
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
