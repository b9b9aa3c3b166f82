import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { stagedBytesOf, tooManyStagedBytes } from "#shared/domain/loads/stagedBytes.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { getItem, type Write } from "./dynamodb/items.ts";
import { stagedBytesKey } from "./dynamodb/keys.ts";

/** Counter of a workspace's staged bytes. It is updated in the transactions that change its loads. */
export interface StagedBytes {
  bytes: number;
}

export async function countedStagedBytes(scope: WorkspaceScope): Promise<number> {
  const counter = await getItem<StagedBytes>(workspaceDatabase(scope), stagedBytesKey(scope.id));
  return counter?.item.bytes ?? 0;
}

/** Rejects with a 413 if adding `bytes` would exceed the limit. The count may still change before they are added. */
export async function requireRoomForBytes(scope: WorkspaceScope, bytes: number): Promise<void> {
  const { stagedBytes: maxBytes } = scope.settings;
  const staged = await countedStagedBytes(scope);
  if (staged + bytes > maxBytes) throw tooManyStagedBytes(staged, maxBytes);
}

/** Returns the write that records how a load changes the staged bytes; none if it does not change them. */
export function stagedBytesWrites(scope: WorkspaceScope, before: LoadRecord, after: LoadRecord): Write[] {
  const bytes = stagedBytesOf(after) - stagedBytesOf(before);
  return bytes === 0 ? [] : [{ kind: "add", key: stagedBytesKey(scope.id), amounts: { bytes } }];
}

/**
 * Returns the write that adds a new file's bytes, on condition that the limit is not exceeded; concurrent uploads count too.
 */
export function newBytesWrites(scope: WorkspaceScope, bytes: number): Write[] {
  if (bytes === 0) return [];
  const { stagedBytes: maxBytes } = scope.settings;
  return [
    {
      kind: "add",
      key: stagedBytesKey(scope.id),
      amounts: { bytes },
      atMost: { bytes: maxBytes - bytes },
      refusal: async () => tooManyStagedBytes(await countedStagedBytes(scope), maxBytes),
    },
  ];
}
