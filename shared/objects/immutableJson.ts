import { LRUCache } from "lru-cache";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { getJson } from "./objects.ts";

const cache = new LRUCache<string, Promise<unknown>>({ max: 200 });

/**
 * Caches an object that this process is about to store, for the next commit. Nothing refers to it before it is stored.
 */
export function rememberJson(scope: WorkspaceScope, key: string, content: unknown): void {
  cache.set(cacheName(scope, key), Promise.resolve(content));
}

/** Reads an immutable JSON object (a manifest, a segment) through a small cache. */
export async function immutableJson<T>(scope: WorkspaceScope, key: string): Promise<T> {
  const name = cacheName(scope, key);
  const content = cache.get(name) ?? getJson<T>(scope, key);
  cache.set(name, content);
  try {
    return (await content) as T;
  } catch (error) {
    cache.delete(name);
    throw error;
  }
}

/** Returns a name for an object that is unique among the stores that a process uses. */
export function cacheName({ settings, region }: WorkspaceScope, key: string): string {
  return `${settings.platformUrl}\n${settings.regions[region].bucket}\n${key}`;
}
