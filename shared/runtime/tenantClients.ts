import type { Settings } from "./environment.ts";
import type { WorkspaceScope } from "./scope.ts";
import { type TenantCredentials, tenantCredentials } from "./tenantCredentials.ts";

/** How many workspaces' clients one process keeps. */
const MOST = 100;

/**
 * Clients of one AWS service, each with the credentials of its workspace (`null`: the function's own). A client is made
 * once for each workspace and address, and the one that was not used for longest goes first.
 */
export function tenantClients<T>(
  make: (settings: Settings, awsRegion: string, credentials: TenantCredentials | null) => T,
): { own: (settings: Settings, awsRegion: string) => T; of: (scope: WorkspaceScope) => T } {
  const all = new WeakMap<Settings, Map<string, T>>();
  function client(settings: Settings, awsRegion: string, scope: WorkspaceScope | null): T {
    const known = all.get(settings) ?? new Map<string, T>();
    all.set(settings, known);
    const isNarrowed = scope !== null && scope.id !== "" && settings.tenantRole !== null;
    const key = isNarrowed ? `${awsRegion}/${scope.id}` : awsRegion;
    const found = known.get(key) ?? make(settings, awsRegion, scope && tenantCredentials(scope));
    known.delete(key);
    known.set(key, found);
    const oldest = known.size > MOST ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    return found;
  }
  return {
    own: (settings, awsRegion) => client(settings, awsRegion, null),
    of: (scope) => client(scope.settings, scope.settings.regions[scope.region].awsRegion, scope),
  };
}
