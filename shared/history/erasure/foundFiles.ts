import { erasureFilesKey } from "#shared/objects/keys.ts";
import { jsonIfPresent, putJson } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { FileErasure } from "./eraseFile.ts";

/** Findings of an erasure for the data files of a table; null for files without erased rows. */
export interface FoundFiles {
  /** Criteria of the search; if the criteria differ, files without erased rows are searched again. */
  signature: string;
  files: Record<string, FileErasure | null>;
}

/** Loads, tasks and tables found by an erasure; the rows that led to them may be gone when the erasure continues. */
export interface StoredFound {
  loads: string[];
  tasks: string[];
  tables: string[];
}

export const NOTHING_FOUND: StoredFound = { loads: [], tasks: [], tables: [] };

/** Reads the findings of an erasure for a table. Files with erased rows remain in the findings, whatever the criteria. */
export async function readFound(
  scope: WorkspaceScope,
  erasureId: string,
  tableId: string,
  signature: string,
): Promise<FoundFiles | null> {
  const stored = await jsonIfPresent<FoundFiles>(scope, erasureFilesKey(scope.id, erasureId, tableId));
  if (!stored || stored.signature === signature) return stored;
  const files = Object.fromEntries(Object.entries(stored.files).filter(([, file]) => file !== null));
  return { signature, files };
}

export function storeFound(
  scope: WorkspaceScope,
  erasureId: string,
  tableId: string,
  files: FoundFiles,
): Promise<void> {
  return putJson(scope, erasureFilesKey(scope.id, erasureId, tableId), files);
}

const EVERYTHING = "found";

export async function readAllFound(scope: WorkspaceScope, erasureId: string): Promise<StoredFound> {
  return (
    (await jsonIfPresent<StoredFound>(scope, erasureFilesKey(scope.id, erasureId, EVERYTHING))) ??
    NOTHING_FOUND
  );
}

export function storeAllFound(
  scope: WorkspaceScope,
  erasureId: string,
  everything: StoredFound,
): Promise<void> {
  return putJson(scope, erasureFilesKey(scope.id, erasureId, EVERYTHING), everything);
}
