import { LRUCache } from "lru-cache";
import type { Settings, WorkspaceScope } from "./scope.ts";

/**
 * Returns a cache with one value per workspace if each has separate credentials, or with a single value otherwise. It keeps
 * the `maximum` most recently used workspaces; `close` is called for the others.
 */
export function perTenant<T extends NonNullable<unknown>>(
  make: (scope: WorkspaceScope) => T,
  maximum: number,
  close: (thing: T) => void = () => undefined,
): (scope: WorkspaceScope) => T {
  const all = new WeakMap<Settings, LRUCache<string, T>>();
  const dispose = (thing: T): void => close(thing);
  return (scope) => {
    const known = all.get(scope.settings) ?? new LRUCache<string, T>({ max: maximum, dispose });
    all.set(scope.settings, known);
    const key = `${scope.region}/${hasOwnCredentials(scope) ? scope.id : ""}`;
    const thing = known.get(key) ?? make(scope);
    if (!known.has(key)) known.set(key, thing);
    return thing;
  };
}

/** Tells whether a scope has separate credentials; a scope with an empty id does not belong to a workspace. */
export function hasOwnCredentials({ settings, id }: WorkspaceScope): boolean {
  return settings.tenantRole !== null && id !== "";
}
