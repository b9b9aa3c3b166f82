import { type ReadonlySignal, signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";

export type Resource<T> =
  | { state: "loading"; before?: T }
  | { state: "ready"; value: T }
  | { state: "failed"; error: unknown };

/** Counts local changes, after which earlier reads may be outdated. */
const changes = signal(0);

/** Causes all visible data to be read again. */
export function readAgain(): void {
  changes.value += 1;
}

/**
 * Reads a value for a component, and reads it again when `key` changes or `readAgain` is called. In the meantime, `before`
 * contains the earlier value for the same key.
 */
export function useResource<T>(key: string, read: (signal: AbortSignal) => Promise<T>): Resource<T> {
  const [{ of, resource }, set] = useState<{ of: string; resource: Resource<T> }>({
    of: key,
    resource: { state: "loading" },
  });
  const revision = (changes as ReadonlySignal<number>).value;
  useEffect(() => {
    const abort = new AbortController();
    set((now) => {
      const before = now.of === key && now.resource.state === "ready" ? { before: now.resource.value } : {};
      return { of: key, resource: { state: "loading", ...before } };
    });
    read(abort.signal).then(
      (value) => !abort.signal.aborted && set({ of: key, resource: { state: "ready", value } }),
      (error: unknown) => !abort.signal.aborted && set({ of: key, resource: { state: "failed", error } }),
    );
    return () => abort.abort();
  }, [key, revision]);
  return of === key ? resource : { state: "loading" };
}

/** Returns the value of a resource, even while it is being read again; undefined before the first read. */
export function latestOf<T>(resource: Resource<T>): T | undefined {
  if (resource.state === "ready") return resource.value;
  return resource.state === "loading" ? resource.before : undefined;
}
