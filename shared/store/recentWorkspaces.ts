import type { WorkspaceEntity } from "#shared/domain/workspace.ts";
import type { PlatformScope } from "#shared/runtime/scope.ts";

/** Time that a workspace is cached, in milliseconds: every request reads one, and they hardly change. */
const FRESH = 2_000;
const MAX_ENTRIES = 1_000;
const recent = new Map<string, { workspace: WorkspaceEntity; until: number }>();

function keyOf({ settings }: PlatformScope, name: string): string {
  return `${settings.platformUrl}\n${name}`;
}

/**
 * Returns a workspace, cached for at most two seconds; a change made by this process takes effect at once. Only for
 * authorization, never for changing it. Workspaces that do not exist or are not open to the caller are always read, so
 * that the response time does not tell the two apart.
 */
export async function recentWorkspace(
  scope: PlatformScope,
  name: string,
  isOpen: (workspace: WorkspaceEntity) => boolean,
  read: () => Promise<WorkspaceEntity | null>,
): Promise<WorkspaceEntity | null> {
  const key = keyOf(scope, name);
  const entry = recent.get(key);
  if (entry && entry.until > Date.now() && isOpen(entry.workspace)) return entry.workspace;
  const workspace = await read();
  recent.delete(key);
  if (workspace) recent.set(key, { workspace, until: Date.now() + FRESH });
  const oldest = recent.size > MAX_ENTRIES ? recent.keys().next().value : undefined;
  if (oldest !== undefined) recent.delete(oldest);
  return workspace;
}

export function forgetWorkspace(scope: PlatformScope, name: string): void {
  recent.delete(keyOf(scope, name));
}
