import type { Settings } from "./scope.ts";

/**
 * Tells whether this process serves all requests of a platform on one machine: only that process calls the object store
 * directly. Functions on AWS and worker processes do not.
 */
export function servesWholePlatform({ callObjects }: Pick<Settings, "callObjects">): boolean {
  return callObjects !== null;
}
