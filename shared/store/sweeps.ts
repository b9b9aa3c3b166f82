import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { deleteItems, getItem, listAll, putItems, transact } from "./dynamodb/items.ts";
import { sweepKey, watchedLoadKey, watchedLoads } from "./dynamodb/keys.ts";

/** Progress of the daily sweep of one group of objects. */
export interface SweepProgress {
  /** Start of the last sweep that examined the whole group; null if there was none. */
  finished: string | null;
  /** Start of the sweep in progress; null if there is none. */
  started: string | null;
  /** Position after which the sweep in progress continues. */
  after: string | null;
}

export async function readSweepProgress(scope: WorkspaceScope, group: string): Promise<SweepProgress> {
  const stored = await getItem<SweepProgress>(workspaceDatabase(scope), sweepKey(scope.id, group));
  return stored?.item ?? { finished: null, started: null, after: null };
}

export function writeSweepProgress(
  scope: WorkspaceScope,
  group: string,
  progress: SweepProgress,
): Promise<void> {
  const key = sweepKey(scope.id, group);
  return transact(workspaceDatabase(scope), [{ kind: "put", key, item: progress }]);
}

/** Old load that may still get objects. */
export interface WatchedLoad {
  load_id: string;
  /** Time of its last change, or the time when the sweep noticed its deletion. */
  changed_at: string;
  /** True if its record no longer exists. */
  is_gone?: boolean;
}

/** Returns the watched loads, in the order of their ids. */
export function listWatchedLoads(scope: WorkspaceScope): Promise<WatchedLoad[]> {
  return listAll<WatchedLoad>(workspaceDatabase(scope), watchedLoads(scope.id));
}

export function watchLoads(scope: WorkspaceScope, loads: readonly WatchedLoad[]): Promise<void> {
  const items = loads.map((item) => ({ key: watchedLoadKey(scope.id, item.load_id), item }));
  return putItems(workspaceDatabase(scope), items);
}

export function unwatchLoads(scope: WorkspaceScope, ids: readonly string[]): Promise<void> {
  return deleteItems(
    workspaceDatabase(scope),
    ids.map((id) => watchedLoadKey(scope.id, id)),
  );
}
