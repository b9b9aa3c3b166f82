import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";
import { FileCache, type LeasedFile } from "./fileCache.ts";
import { objectStore, openObject, openSized } from "./objects.ts";
import { ownFolder } from "./ownFolder.ts";

const caches = new WeakMap<Settings, Promise<FileCache>>();

/**
 * A data file on the disk, for readers that want a file, until they release it. Where objects lie as plain files
 * (`LAKE_DIRECTORY`), that is the file itself; elsewhere a copy, of which those used last are kept: keys are immutable.
 */
export async function holdDataFile(scope: WorkspaceScope, key: string): Promise<LeasedFile> {
  const plain = plainFile(scope, key);
  if (plain !== null) return { path: plain, release: async () => undefined };
  const { bucket } = objectStore(scope);
  const cache = await cacheOf(scope.settings);
  // By workspace: what one has brought is no answer to another, whose credentials may not open it.
  return cache.hold(`${scope.id}/${bucket}/${key}`, () => openSized(scope, key));
}

/**
 * Does something with an object as a file that is read once, such as an upload. Where objects do not lie as plain files
 * (`LAKE_DIRECTORY`), it is a copy that is gone afterwards, also when `use` fails.
 */
export async function withLocalFile<T>(
  scope: WorkspaceScope,
  key: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const plain = plainFile(scope, key);
  if (plain !== null) return use(plain);
  const path = join(await ownFolder(scope.settings.scratchDirectory), randomUUID());
  try {
    await pipeline(await openObject(scope, key), createWriteStream(path));
    return await use(path);
  } finally {
    await rm(path, { force: true });
  }
}

function plainFile(scope: WorkspaceScope, key: string): string | null {
  const { lakeDirectory } = scope.settings;
  return lakeDirectory === null ? null : plainPath(lakeDirectory, objectStore(scope).bucket, key);
}

function cacheOf(settings: Settings): Promise<FileCache> {
  const known = caches.get(settings);
  if (known) return known;
  const { scratchDirectory, scratchCacheBytes } = settings;
  const made = ownFolder(scratchDirectory).then((folder) => new FileCache(folder, scratchCacheBytes));
  caches.set(settings, made);
  made.catch(() => caches.delete(settings));
  return made;
}

/** How an object's key names its file: folders end with "~", so that the objects `a` and `a/b` can both exist. */
export function plainPath(directory: string, bucket: string, key: string): string {
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
