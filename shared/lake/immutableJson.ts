import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { getJson } from "./objects.ts";

const MAX_ENTRIES = 200;
const cache = new Map<string, Promise<unknown>>();

/** Reads an immutable JSON object (a manifest, a segment) through a small cache. */
export async function immutableJson<T>(scope: WorkspaceScope, key: string): Promise<T> {
  const name = `${scope.settings.platformUrl}\n${scope.settings.regions[scope.region].bucket}\n${key}`;
  const known = cache.get(name);
  const content = known ?? getJson<T>(scope, key);
  cache.delete(name);
  cache.set(name, content);
  const oldest = cache.size > MAX_ENTRIES ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
  try {
    return (await content) as T;
  } catch (error) {
    cache.delete(name);
    throw error;
  }
}
