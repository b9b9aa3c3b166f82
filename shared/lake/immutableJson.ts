import { LRUCache } from "lru-cache";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { getJson } from "./objects.ts";

const cache = new LRUCache<string, Promise<unknown>>({ max: 200 });

/** Reads an immutable JSON object (a manifest, a segment) through a small cache. */
export async function immutableJson<T>(scope: WorkspaceScope, key: string): Promise<T> {
  const name = `${scope.settings.platformUrl}\n${scope.settings.regions[scope.region].bucket}\n${key}`;
  const content = cache.get(name) ?? getJson<T>(scope, key);
  cache.set(name, content);
  try {
    return (await content) as T;
  } catch (error) {
    cache.delete(name);
    throw error;
  }
}
