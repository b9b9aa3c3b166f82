import type { ErasureRecord } from "#shared/domain/erasures/erasure.ts";
import { isAbandoned } from "#shared/domain/erasures/erasureTransitions.ts";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "./dynamodb/change.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import {
  ConditionFailed,
  entryWrite,
  getItem,
  itemWrite,
  type Stored,
  transact,
  type Write,
} from "./dynamodb/items.ts";
import { erasingKey, erasureKey, erasures, erasureUnderWayKey } from "./dynamodb/keys.ts";
import { readPage } from "./dynamodb/readPage.ts";
import { recordsOf } from "./dynamodb/recordsOf.ts";

export type StoredErasure = Stored<ErasureRecord>;

export const {
  get: getErasure,
  read: readErasure,
  change: changeErasure,
  all: allErasures,
} = recordsOf<ErasureRecord>({ name: "erasure", keyOf: erasureKey, listOf: erasures, writes: erasureWrites });

export function createErasureRecord(scope: WorkspaceScope, erasure: ErasureRecord): Promise<void> {
  return transact(workspaceDatabase(scope), [
    { kind: "create", key: erasureKey(scope.id, erasure.id), item: erasure },
  ]);
}

/**
 * Returns the writes that replace an erasure if it has not changed since it was read, along with a mark for the sweeper while
 * work remains.
 */
export function erasureWrites(scope: WorkspaceScope, before: StoredErasure, after: ErasureRecord): Write[] {
  const isUnderWay = after.attempt > 0 && after.phase !== "DONE";
  const mark = { workspace_id: scope.id, erasure_id: after.id };
  return [
    itemWrite(erasureKey(scope.id, after.id), before, after),
    entryWrite(erasureUnderWayKey(scope.id, after.id), isUnderWay, mark),
  ];
}

/** Lists a workspace's erasures in stored form. */
export function listErasures<T>(
  scope: WorkspaceScope,
  show: (erasure: ErasureRecord) => T,
  request: PageRequest,
): Promise<Page<T>> {
  const resolve = async (erasures: ErasureRecord[]): Promise<T[]> => erasures.map(show);
  return readPage<ErasureRecord, T>(
    workspaceDatabase(scope),
    { pk: erasures(scope.id), identity: "", resolve },
    request,
  );
}

/** Erasure that is running in a workspace. Erasures run one at a time, so that each sees the state that the previous one left. */
interface Erasing {
  /** Null while none is running. */
  erasure_id: string | null;
}

/** Acquires or keeps the workspace's turn for an erasure. Returns false while another erasure has the turn. */
export async function takeErasureTurn(scope: WorkspaceScope, id: string): Promise<boolean> {
  const key = erasingKey(scope.id);
  const before = await getItem<Erasing>(workspaceDatabase(scope), key);
  const holder = before?.item.erasure_id ?? null;
  if (holder === id) return true;
  if (holder !== null && !(await isOver(scope, holder))) return false;
  try {
    await transact(workspaceDatabase(scope), [itemWrite(key, before, { erasure_id: id })]);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

/** Returns whether an erasure has ended or no longer exists; its process may have died before releasing its turn. */
async function isOver(scope: WorkspaceScope, id: string): Promise<boolean> {
  const stored = await getItem<ErasureRecord>(workspaceDatabase(scope), erasureKey(scope.id, id));
  return stored === null || stored.item.phase === "DONE" || isAbandoned(stored.item);
}

export async function endErasureTurn(scope: WorkspaceScope, id: string): Promise<void> {
  const key = erasingKey(scope.id);
  // Another erasure may take the turn at the same time.
  await retryConditionFailed(async () => {
    const before = await getItem<Erasing>(workspaceDatabase(scope), key);
    if (before?.item.erasure_id !== id) return;
    await transact(workspaceDatabase(scope), [itemWrite(key, before, { erasure_id: null })]);
  });
}
