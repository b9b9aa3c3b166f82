import type { Settings, WorkspaceScope } from "./scope.ts";

/**
 * One thing for each workspace where each has credentials of its own, and one for all of a deployment elsewhere. Of
 * workspaces' things the `most` that were used last are kept; `close` is told of the others.
 */
export function perTenant<T>(
  make: (scope: WorkspaceScope) => T,
  most: number,
  close: (thing: T) => void = () => undefined,
): (scope: WorkspaceScope) => T {
  const all = new WeakMap<Settings, Map<string, T>>();
  return (scope) => {
    const known = all.get(scope.settings) ?? new Map<string, T>();
    all.set(scope.settings, known);
    const place = `${scope.region}/${hasOwnCredentials(scope) ? scope.id : ""}`;
    const found = known.get(place) ?? make(scope);
    known.delete(place);
    known.set(place, found);
    const oldest = known.size > most ? known.entries().next().value : undefined;
    if (oldest) {
      known.delete(oldest[0]);
      close(oldest[1]);
    }
    return found;
  };
}

/** What belongs to no single workspace has an empty id. */
export function hasOwnCredentials({ settings, id }: WorkspaceScope): boolean {
  return settings.tenantRole !== null && id !== "";
}
