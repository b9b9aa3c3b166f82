import { randomBytes } from "node:crypto";
import {
  type DataFile,
  type Manifest,
  mayHold,
  SEGMENT_FILES,
  type Segment,
  segmentOf,
  withSegments,
} from "#shared/domain/manifest.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { immutableJson } from "./immutableJson.ts";
import { manifestKey, segmentKey } from "./keys.ts";
import { putJson } from "./objects.ts";

const token = (): string => randomBytes(6).toString("hex");

/** Stores a manifest and tells its key. */
export async function writeManifest(scope: WorkspaceScope, manifest: Manifest): Promise<string> {
  const key = manifestKey(scope.id, manifest.table_id, manifest.version_id, token());
  await putJson(scope, key, manifest);
  return key;
}

export function readManifest(scope: WorkspaceScope, key: string): Promise<Manifest> {
  return immutableJson<Manifest>(scope, key);
}

/** All files of a version, in the order in which they were added. */
export async function filesOf(scope: WorkspaceScope, manifest: Manifest): Promise<DataFile[]> {
  const segments = await Promise.all(manifest.segments.map((segment) => readSegment(scope, segment)));
  return segments.flat();
}

function readSegment(scope: WorkspaceScope, segment: Segment): Promise<DataFile[]> {
  return immutableJson<DataFile[]>(scope, segment.key);
}

async function writeSegments(scope: WorkspaceScope, manifest: Manifest, files: readonly DataFile[]) {
  const segments: Segment[] = [];
  for (let start = 0; start < files.length; start += SEGMENT_FILES) {
    const part = files.slice(start, start + SEGMENT_FILES);
    const key = segmentKey(scope.id, manifest.table_id, manifest.version_id, token());
    await putJson(scope, key, part);
    segments.push(segmentOf(key, part));
  }
  return segments;
}

/** The manifest with more files: only the last segment is written anew, so the cost does not grow with history. */
export async function withFiles(
  scope: WorkspaceScope,
  manifest: Manifest,
  added: readonly DataFile[],
): Promise<Manifest> {
  if (added.length === 0) return manifest;
  const last = manifest.segments.at(-1);
  const room = last !== undefined && last.files < SEGMENT_FILES;
  const kept = room ? manifest.segments.slice(0, -1) : manifest.segments;
  const open = room ? await readSegment(scope, last) : [];
  const written = await writeSegments(scope, manifest, [...open, ...added]);
  return withSegments(manifest, [...kept, ...written]);
}

/** The manifest without one load's files: only segments that may hold them are read, only those that do are rewritten. */
export async function withoutLoad(
  scope: WorkspaceScope,
  manifest: Manifest,
  loadId: string,
): Promise<Manifest> {
  const segments: Segment[] = [];
  for (const segment of manifest.segments) {
    const files = mayHold(segment, loadId) ? await readSegment(scope, segment) : null;
    const kept = files?.filter((file) => file.load_id !== loadId);
    if (!files || !kept || kept.length === files.length) segments.push(segment);
    else segments.push(...(await writeSegments(scope, manifest, kept)));
  }
  return withSegments(manifest, segments);
}
