import { LRUCache } from "lru-cache";
import type { WorkspaceEntity } from "#shared/domain/workspace.ts";
import type { PlatformScope } from "#shared/runtime/scope.ts";
import { WALL_CLOCK } from "#shared/runtime/wallClock.ts";

/** Time for which a workspace is cached, in milliseconds: every request reads one, and workspaces rarely change. */
const TTL_MS = 2_000;
/** Reads in progress: all requests that need the same workspace wait for one read. */
const reading = new Map<string, Promise<WorkspaceEntity | null>>();
const recent = new LRUCache<string, WorkspaceEntity>({ max: 1_000, ttl: TTL_MS, ...WALL_CLOCK });

function cacheKey({ settings }: PlatformScope, name: string): string {
  return `${settings.platformUrl}\n${name}`;
}

/**
 * Returns a workspace, cached for at most two seconds; a change made by this process takes effect immediately. To be used only
 * for authorization, never for changing the workspace. Workspaces that do not exist or are not accessible to the caller are
 * always read, so that the response time does not distinguish the two cases.
 */
export async function recentWorkspace(
  scope: PlatformScope,
  name: string,
  isOpen: (workspace: WorkspaceEntity) => boolean,
  read: () => Promise<WorkspaceEntity | null>,
): Promise<WorkspaceEntity | null> {
  const key = cacheKey(scope, name);
  const known = recent.get(key);
  if (known && isOpen(known)) return known;
  const begun = reading.get(key);
  if (begun) return begun;
  const workspace = read();
  reading.set(key, workspace);
  try {
    const entity = await workspace;
    // A change in the meantime has invalidated the read.
    if (reading.get(key) === workspace) recent.set(key, entity ?? undefined);
    return entity;
  } finally {
    if (reading.get(key) === workspace) reading.delete(key);
  }
}

export function forgetWorkspace(scope: PlatformScope, name: string): void {
  const key = cacheKey(scope, name);
  recent.delete(key);
  reading.delete(key);
}
