import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";
import { FileCache, type LeasedFile } from "./fileCache.ts";
import { lastErasureKey } from "./keys.ts";
import { jsonIfPresent, objectStore, openObject, openWithSize } from "./objects.ts";
import { processFolder } from "./processFolder.ts";

const MAX_CONCURRENT_COPIES = 16;

const caches = new WeakMap<Settings, Promise<FileCache>>();

/**
 * Leases a data file on disk. If objects are plain files (`LAKE_DIRECTORY`), this is the object itself; otherwise, it is a
 * cached copy, which stays valid because the object at a key never changes.
 */
export async function holdDataFile(scope: WorkspaceScope, key: string): Promise<LeasedFile> {
  const plain = plainFile(scope, key);
  if (plain !== null) return { path: plain, release: async () => undefined };
  const { bucket } = objectStore(scope);
  const cache = await cacheOf(scope.settings);
  forgetRegularly(scope, cache);
  // Per workspace, because a workspace must not be given a copy that its credentials do not allow it to read.
  return cache.hold(`${scope.id}/${bucket}/${key}`, () => openWithSize(scope, key));
}

/**
 * Calls `use` with an object as a local file that is read once, such as an upload. If objects are not plain files
 * (`LAKE_DIRECTORY`), this is a copy, which is deleted afterwards, even if `use` fails.
 */
export async function withLocalFile<T>(
  scope: WorkspaceScope,
  key: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const plain = plainFile(scope, key);
  return plain === null ? withCopy(scope, () => openObject(scope, key), use) : use(plain);
}

/** Calls `use` with a local copy of a stream, which is deleted afterwards, even if `use` fails. */
export async function withCopy<T>(
  scope: WorkspaceScope,
  open: () => Promise<Readable>,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(await processFolder(scope.settings.scratchDirectory), randomUUID());
  try {
    await pipeline(await open(), createWriteStream(path));
    return await use(path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Calls `use` with several objects as local files, in order, like `withLocalFile`. */
export async function withLocalFiles<T>(
  scope: WorkspaceScope,
  keys: readonly string[],
  use: (paths: string[]) => Promise<T>,
): Promise<T> {
  const plain = keys.map((key) => plainFile(scope, key));
  if (plain.every((path) => path !== null)) return use(plain);
  const folder = join(await processFolder(scope.settings.scratchDirectory), randomUUID());
  try {
    await mkdir(folder);
    const paths = keys.map((_, index) => join(folder, String(index)));
    for (let start = 0; start < keys.length; start += MAX_CONCURRENT_COPIES) {
      await Promise.all(
        keys.slice(start, start + MAX_CONCURRENT_COPIES).map(async (key, index) => {
          const path = paths[start + index] as string;
          await pipeline(await openObject(scope, key), createWriteStream(path));
        }),
      );
    }
    return await use(paths);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Interval between checks for erasures, in milliseconds: copies of erased rows are gone within a minute. */
const FORGET_MS = 30_000;
/** Maximum clock difference between two machines, in milliseconds. */
const CLOCK_SKEW_MS = 60_000;

const watched = new WeakMap<FileCache, Map<string, WorkspaceScope>>();

/** Checks periodically whether rows have been erased in the workspaces with cached files, and if so deletes the cached copies. */
function forgetRegularly(scope: WorkspaceScope, cache: FileCache): void {
  const known = watched.get(cache);
  if (known) {
    known.set(scope.id, scope);
    return;
  }
  const scopes = new Map([[scope.id, scope]]);
  watched.set(cache, scopes);
  const look = async (): Promise<void> => {
    const present = new Set(cache.names().map((name) => name.slice(0, name.indexOf("/"))));
    for (const [id, of] of scopes) {
      if (present.has(id)) await forgetErased(of, cache);
      else scopes.delete(id);
    }
  };
  // A failed check is repeated together with the next one.
  setInterval(() => void look().catch(() => undefined), FORGET_MS).unref();
}

/** Deletes the copies of a workspace's files that are older than its last erasure. */
async function forgetErased(scope: WorkspaceScope, cache: FileCache): Promise<void> {
  const last = await jsonIfPresent<{ at: string }>(scope, lastErasureKey(scope.id));
  if (last) await cache.forget(`${scope.id}/`, Date.parse(last.at) + CLOCK_SKEW_MS);
}

function plainFile(scope: WorkspaceScope, key: string): string | null {
  const { lakeDirectory } = scope.settings;
  return lakeDirectory === null ? null : plainPath(lakeDirectory, objectStore(scope).bucket, key);
}

function cacheOf(settings: Settings): Promise<FileCache> {
  const known = caches.get(settings);
  if (known) return known;
  const { scratchDirectory, scratchCacheBytes } = settings;
  const made = processFolder(scratchDirectory).then((folder) => new FileCache(folder, scratchCacheBytes));
  caches.set(settings, made);
  made.catch(() => caches.delete(settings));
  return made;
}

/** Returns the file path of an object: folders end with "~", so that the objects `a` and `a/b` can both exist. */
function plainPath(directory: string, bucket: string, key: string): string {
  const segments = key.split("/").map(encodeSegment);
  const name = segments.pop() ?? "";
  return join(directory, bucket, ...segments.map((segment) => `${segment}~`), name);
}

function encodeSegment(segment: string): string {
  if (segment === "") return "%";
  if (segment === "." || segment === "..") return segment.replaceAll(".", "%2E");
  return encodeURIComponent(segment).replace(
    /[!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
