import { randomBytes } from "node:crypto";
import { countBounds } from "@pdp/basics/columns";
import {
  type DataFile,
  isMerged,
  type Manifest,
  type MergedDataFile,
  mayHold,
  SEGMENT_FILES,
  type Segment,
  segmentOf,
  withoutLoad,
  withSegments,
} from "#shared/domain/loads/manifest.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { immutableJson, rememberJson } from "./immutableJson.ts";
import { manifestKey, segmentKey } from "./keys.ts";
import { putJson } from "./objects.ts";

/** Number of columns with statistics, summed over all files of a segment, above which the segment accepts no more files. */
const MAX_SEGMENT_BOUNDS = 4_000;

const token = (): string => randomBytes(6).toString("hex");

/** Parallel writes of a commit's objects. Nothing refers to these objects before the commit, which waits for all of them. */
export class PendingObjects {
  readonly #scope: WorkspaceScope;
  readonly #writes: Promise<unknown>[] = [];

  constructor(scope: WorkspaceScope) {
    this.#scope = scope;
  }

  put(key: string, content: unknown): void {
    this.await(putJson(this.#scope, key, content));
  }

  /** Adds a write that is in progress. */
  await(write: Promise<unknown>): void {
    // Reported by `written`; until then, a failure must not be an unhandled rejection.
    write.catch(() => undefined);
    this.#writes.push(write);
  }

  /** Resolves when all objects are stored. */
  async written(): Promise<void> {
    await Promise.all(this.#writes);
  }
}

/** Stores a manifest and returns its key. */
export function writeManifest(scope: WorkspaceScope, objects: PendingObjects, manifest: Manifest): string {
  const key = manifestKey(scope.id, manifest.table_id, manifest.version_id, token());
  objects.put(key, manifest);
  rememberJson(scope, key, manifest);
  return key;
}

export function readManifest(scope: WorkspaceScope, key: string): Promise<Manifest> {
  return immutableJson<Manifest>(scope, key);
}

/** Returns all files of a version, in the order in which they were added. */
export async function filesOf(scope: WorkspaceScope, manifest: Manifest): Promise<DataFile[]> {
  const segments = await Promise.all(manifest.segments.map((segment) => readSegment(scope, segment)));
  return segments.flat();
}

function readSegment(scope: WorkspaceScope, segment: Segment): Promise<DataFile[]> {
  return immutableJson<DataFile[]>(scope, segment.key);
}

function writeSegments(
  scope: WorkspaceScope,
  objects: PendingObjects,
  manifest: Manifest,
  files: readonly DataFile[],
): Segment[] {
  const segments: Segment[] = [];
  for (let start = 0; start < files.length; start += SEGMENT_FILES) {
    const part = files.slice(start, start + SEGMENT_FILES);
    const key = segmentKey(scope.id, manifest.table_id, manifest.version_id, token());
    objects.put(key, part);
    rememberJson(scope, key, part);
    segments.push(segmentOf(key, part));
  }
  return segments;
}

/**
 * Returns the manifest with additional files: only the last segment is rewritten, so that the cost does not grow with the
 * history.
 */
export async function withFiles(
  scope: WorkspaceScope,
  objects: PendingObjects,
  manifest: Manifest,
  added: readonly DataFile[],
): Promise<Manifest> {
  if (added.length === 0) return manifest;
  const last = manifest.segments.at(-1);
  const hasRoom = last !== undefined && last.files < SEGMENT_FILES && !last.merged;
  const listed = hasRoom ? await readSegment(scope, last) : [];
  // Statistics make a list longer, and each commit rewrites the list.
  const isOpen = hasRoom && countBounds(listed) < MAX_SEGMENT_BOUNDS;
  const kept = isOpen ? manifest.segments.slice(0, -1) : manifest.segments;
  const open = isOpen ? listed : [];
  const written = writeSegments(scope, objects, manifest, [...open, ...added]);
  return withSegments(manifest, [...kept, ...written]);
}

/**
 * Returns the manifest without one load's rows: only segments that may contain them are read, and only those that do contain
 * them are rewritten.
 */
export async function removeLoad(
  scope: WorkspaceScope,
  objects: PendingObjects,
  manifest: Manifest,
  loadId: string,
): Promise<Manifest> {
  const segments: Segment[] = [];
  for (const segment of manifest.segments) {
    const files = mayHold(segment, loadId) ? await readSegment(scope, segment) : [];
    const kept = files.map((file) => withoutLoad(file, loadId));
    if (kept.every((file, index) => file === files[index])) segments.push(segment);
    else
      segments.push(
        ...writeSegments(
          scope,
          objects,
          manifest,
          kept.filter((file) => file !== null),
        ),
      );
  }
  return withSegments(manifest, segments);
}

/**
 * Returns the manifest with a merged file in place of its sources, which are given by key. Merged files are in separate
 * segments, which later commits do not rewrite.
 */
export async function replaceFiles(
  scope: WorkspaceScope,
  objects: PendingObjects,
  manifest: Manifest,
  merged: MergedDataFile,
  replaced: ReadonlySet<string>,
): Promise<Manifest> {
  const untouched: Segment[] = [];
  const others: DataFile[] = [];
  for (const segment of manifest.segments) {
    const files = await readSegment(scope, segment);
    if (files.some(({ key }) => replaced.has(key)))
      others.push(...files.filter(({ key }) => !replaced.has(key)));
    else untouched.push(segment);
  }
  const write = (files: DataFile[]): Segment[] => writeSegments(scope, objects, manifest, files);
  const together = [...others.filter(isMerged), merged];
  const plain = others.filter((file) => !isMerged(file));
  // The last segment is the one that later commits extend.
  const last = untouched.at(-1);
  const isOpen = last !== undefined && !last.merged && last.files < SEGMENT_FILES && plain.length === 0;
  const closed = isOpen ? untouched.slice(0, -1) : untouched;
  return withSegments(manifest, [...closed, ...write(together), ...write(plain), ...(isOpen ? [last] : [])]);
}
