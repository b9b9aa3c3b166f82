import { createWriteStream } from "node:fs";
import { access, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { objectStore, openObject } from "./objects.ts";

/**
 * The local path of an object, for readers that want a file. Where objects lie as plain files (`LAKE_DIRECTORY`), that is
 * the file itself; elsewhere the object is downloaded once into the scratch directory: keys are immutable.
 */
export async function locate(scope: WorkspaceScope, key: string): Promise<string> {
  const { bucket } = objectStore(scope);
  if (scope.settings.lakeDirectory !== null) return plainPath(scope.settings.lakeDirectory, bucket, key);
  const folder = join(scope.settings.scratchDirectory, "objects", bucket);
  const path = join(folder, encodeURIComponent(key));
  const known = await access(path).then(
    () => true,
    () => false,
  );
  if (known) return path;
  await mkdir(folder, { recursive: true });
  const partial = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  try {
    await pipeline(await openObject(scope, key), createWriteStream(partial));
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
  return path;
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
