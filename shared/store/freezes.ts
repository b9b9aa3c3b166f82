import { conflict, type DomainError } from "@pdp/basics/errors";
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
  /** Null once the workspace is no longer frozen. Absent in marks of earlier versions, which closed it. */
  mode?: Freeze["mode"] | null;
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

/** Keeps a workspace closed while an import makes its records visible. Throws unless the workspace is closed. */
export async function markImporting(scope: WorkspaceScope, importId: string): Promise<void> {
  await retryConditionFailed(async () =>
    transact(workspaceDatabase(scope), [await importingWrite(scope, importId)]),
  );
}

/** Returns the write that marks a closed workspace with the import that makes its records visible; null once it has ended. */
export async function importingWrite(scope: WorkspaceScope, importId: string | null): Promise<Write> {
  const key = frozenKey(scope.id);
  const before = await getItem<FrozenMark>(workspaceDatabase(scope), key);
  if (before === null || modeOf(before) !== "CLOSED")
    throw new WorkspaceIsFrozen(`The workspace ${scope.id} is not closed`);
  return replaceWrite(key, before, { mode: "CLOSED", ...(importId !== null && { importing: importId }) });
}

/** Returns the import that is making its records visible; null if there is none. */
export async function importInProgress(scope: WorkspaceScope): Promise<string | null> {
  const mark = await getItem<FrozenMark>(workspaceDatabase(scope), frozenKey(scope.id));
  return mark?.item.importing ?? null;
}

function modeOf(mark: Stored<FrozenMark> | null): Freeze["mode"] | null {
  return mark === null ? null : mark.item.mode === undefined ? "CLOSED" : mark.item.mode;
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
  return modeOf(mark) === "CLOSED";
}

/** Tells whether a workspace is frozen for a kind of work. */
export async function isFrozen(scope: WorkspaceScope, work: FrozenWork): Promise<boolean> {
  if (work === "IMPORT") return false;
  const mark = await getItem<FrozenMark>(workspaceDatabase(scope), frozenKey(scope.id));
  const mode = modeOf(mark);
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
