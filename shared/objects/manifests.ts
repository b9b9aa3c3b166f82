import { randomBytes } from "node:crypto";
import {
  type DataFile,
  isMerged,
  type Manifest,
  type MergedDataFile,
  mayHold,
  type Segment,
  segmentOf,
  withoutLoad,
  withSegments,
} from "#shared/domain/loads/manifest.ts";
import { fittingLists, segmentRuns } from "#shared/domain/loads/segmentRuns.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { immutableJson, rememberJson } from "./immutableJson.ts";
import { manifestKey, segmentKey } from "./keys.ts";
import { putCompressedJson } from "./objects.ts";

const token = (): string => randomBytes(6).toString("hex");

/** Parallel writes of a commit's objects. Nothing refers to these objects before the commit, which waits for all of them. */
export class PendingObjects {
  readonly #scope: WorkspaceScope;
  readonly #writes: Promise<unknown>[] = [];

  constructor(scope: WorkspaceScope) {
    this.#scope = scope;
  }

  put(key: string, content: unknown): void {
    this.await(putCompressedJson(this.#scope, key, content));
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

/** Segment of a version that is about to be written; a part with `entries` is not stored yet. */
interface Part extends Segment {
  entries?: readonly DataFile[];
}

function partOf(entries: readonly DataFile[]): Part {
  return { ...segmentOf("", entries), entries };
}

/** Returns the manifest with other segments: small ones are joined, and only those that have changed are written. */
async function withParts(
  scope: WorkspaceScope,
  objects: PendingObjects,
  manifest: Manifest,
  parts: readonly Part[],
): Promise<Manifest> {
  const runs = segmentRuns(parts.filter(({ files }) => files > 0));
  const segments = await Promise.all(
    runs.map(async (run) => {
      const [first] = run;
      if (first && run.length === 1 && first.entries === undefined) return first;
      const lists = await Promise.all(run.map((part) => part.entries ?? readSegment(scope, part)));
      return writeSegment(scope, objects, manifest, lists.flat());
    }),
  );
  return withSegments(manifest, segments);
}

function writeSegment(
  scope: WorkspaceScope,
  objects: PendingObjects,
  { table_id, version_id }: Manifest,
  files: DataFile[],
): Segment {
  const key = segmentKey(scope.id, table_id, version_id, token());
  objects.put(key, files);
  rememberJson(scope, key, files);
  return segmentOf(key, files);
}

/** Returns the manifest with additional files. The cost depends on their number, and not on the history. */
export async function withFiles(
  scope: WorkspaceScope,
  objects: PendingObjects,
  manifest: Manifest,
  added: readonly DataFile[],
): Promise<Manifest> {
  if (added.length === 0) return manifest;
  return withParts(scope, objects, manifest, [...manifest.segments, ...fittingLists(added).map(partOf)]);
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
  const parts = await Promise.all(
    manifest.segments.map(async (segment): Promise<Part> => {
      const files = mayHold(segment, loadId) ? await readSegment(scope, segment) : [];
      const kept = files.map((file) => withoutLoad(file, loadId));
      if (kept.every((file, index) => file === files[index])) return segment;
      return partOf(kept.filter((file) => file !== null));
    }),
  );
  if (parts.every((part, index) => part === manifest.segments[index])) return manifest;
  return withParts(scope, objects, manifest, parts);
}

/** Returns the manifest with a merged file in place of its sources, which are given by key. Merged files are listed first. */
export async function replaceFiles(
  scope: WorkspaceScope,
  objects: PendingObjects,
  manifest: Manifest,
  merged: MergedDataFile,
  replaced: ReadonlySet<string>,
): Promise<Manifest> {
  const ofMerged: Part[] = [];
  const plain: Part[] = [];
  for (const segment of manifest.segments) {
    const files = await readSegment(scope, segment);
    if (files.some(({ key }) => replaced.has(key))) {
      const kept = files.filter(({ key }) => !replaced.has(key));
      ofMerged.push(partOf(kept.filter(isMerged)));
      plain.push(partOf(kept.filter((file) => !isMerged(file))));
    } else (segment.merged ? ofMerged : plain).push(segment);
  }
  return withParts(scope, objects, manifest, [...ofMerged, partOf([merged]), ...plain]);
}
