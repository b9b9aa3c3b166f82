import type { Settings, WorkspaceScope } from "./scope.ts";

/**
 * Returns a cache of one value per workspace if each has its own credentials, or of a single value otherwise. It keeps
 * the `most` workspaces that were used last; `close` is called for the others.
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

/** Tells whether a scope has its own credentials; one with an empty id belongs to no workspace. */
export function hasOwnCredentials({ settings, id }: WorkspaceScope): boolean {
  return settings.tenantRole !== null && id !== "";
}
