import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { descriptorOf } from "@pdp/formats/options";
import type { LoadFileRecord } from "#shared/domain/loads/load.ts";
import { compressedUploadKey, uploadKey } from "#shared/objects/keys.ts";
import { deleteObject, type ListedObject } from "#shared/objects/objects.ts";
import { compressUpload, openCompressedUpload } from "#shared/objects/uploads.ts";
import { log } from "#shared/runtime/log.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { filesOfLoad } from "#shared/store/loadFiles.ts";
import { findLoad } from "#shared/store/loads.ts";
import { readSweepProgress, writeSweepProgress } from "#shared/store/sweeps.ts";
import { type ObjectGroup, objectGroups, type RecentObjects, recentGroups } from "./objectGroups.ts";
import { fromOf, progressAfter, recentObjects } from "./sweepRecent.ts";
import { WATCH_MS } from "./watchLoads.ts";

export interface CompressionOptions {
  /** Minimum age of an upload before it is compressed, and of its compressed copy before the upload is removed, in milliseconds. */
  minAgeMs: number;
  /** Deadline after which no further file is started, in milliseconds since 1970. */
  deadline: number;
  /** Group of uploads after which the work continues, as returned by an earlier call. */
  after?: string | null;
  /** Restricts the work to uploads of loads that may have changed; all by default. */
  recent?: RecentObjects;
  signal?: AbortSignal;
}

export interface CompressionOutcome {
  /** Number of compressed copies that were written. */
  compressed: number;
  /** Number of uploads that were replaced by their copies, and the number of bytes saved. */
  replaced: number;
  bytes_saved: number;
  /** Group of uploads after which the next call continues. */
  after: string | null;
  /** True if all uploads were examined. */
  ended: boolean;
}

/** Minimum size of an upload that is compressed, in bytes: smaller files would save less than the requests cost. */
export const MIN_UPLOAD_BYTES = 16_384;

/**
 * Compresses the uploaded text files of committed loads, which are only needed for downloads, previews and erasures. The copy
 * is written first. The upload is removed in a later sweep, when the copy is older than `minAgeMs` and has been read back with
 * the upload's SHA-256, so that anything already reading the upload can finish. Can be interrupted and repeated.
 */
export async function compressUploads(
  scope: WorkspaceScope,
  options: CompressionOptions,
): Promise<CompressionOutcome> {
  const outcome = { compressed: 0, replaced: 0, bytes_saved: 0, after: options.after ?? null, ended: false };
  const before = Date.now() - options.minAgeMs;
  let done = 0;
  const groups = options.recent
    ? recentGroups(scope, "uploads", options.recent, outcome.after)
    : objectGroups(scope, ["uploads"], outcome.after);
  for await (const group of groups) {
    for (const { upload, copy, sha256 } of await uploadsToReplace(scope, group, before)) {
      options.signal?.throwIfAborted();
      // Each call handles at least one file. The next call examines this group again.
      if (done > 0 && Date.now() > options.deadline) return outcome;
      done += 1;
      try {
        if (copy === undefined) {
          await compressUpload(scope, upload.key);
          outcome.compressed += 1;
        } else if (await removeUpload(scope, upload.key, copy.key, sha256)) {
          outcome.replaced += 1;
          outcome.bytes_saved += upload.bytes - copy.bytes;
        }
      } catch (error) {
        // The upload stays as it is until all uploads are examined; otherwise, each call would stop here.
        log().error("an upload could not be compressed", { key: upload.key, error });
      }
    }
    outcome.after = group.name;
  }
  return { ...outcome, ended: true };
}

/**
 * Compresses the uploads of loads that have changed since they were last compressed. It continues where an earlier call
 * stopped.
 */
export async function compressRecentUploads(
  scope: WorkspaceScope,
  options: Omit<CompressionOptions, "after" | "recent">,
): Promise<CompressionOutcome> {
  const progress = await readSweepProgress(scope, "compressed");
  const started = progress.started ?? new Date().toISOString();
  const recent = await recentObjects(scope, fromOf({ ...progress, started }) - WATCH_MS);
  const outcome = await compressUploads(scope, { ...options, after: progress.after, recent });
  const next = progressAfter(progress, started, outcome.ended ? null : outcome.after);
  await writeSweepProgress(scope, "compressed", next);
  return outcome;
}

interface ReplaceableUpload {
  upload: ListedObject;
  /** Compressed copy, if there is one already. */
  copy: ListedObject | undefined;
  sha256: string;
}

/** Returns the uploads in a group that have no compressed copy yet, or one that is old enough to replace them. */
async function uploadsToReplace(
  scope: WorkspaceScope,
  { owner: loadId, objects }: ObjectGroup,
  before: number,
): Promise<ReplaceableUpload[]> {
  const byKey = new Map(objects.map((object) => [object.key, object]));
  const isDue = ({ key, bytes, modified }: ListedObject): boolean => {
    const isUpload = !key.slice(key.lastIndexOf("/") + 1).includes(".");
    const copied = byKey.get(compressedUploadKey(key))?.modified ?? modified;
    return isUpload && bytes >= MIN_UPLOAD_BYTES && modified <= before && copied <= before;
  };
  const due = new Map(objects.flatMap((object) => (isDue(object) ? [[object.key, object]] : [])));
  if (due.size === 0) return [];
  const load = await findLoad(scope, loadId);
  // A load that is not committed may read its files again.
  if (!load?.committed) return [];
  const isText = ({ table_reference: reference, is_compressed: isCompressed }: LoadFileRecord): boolean => {
    const format = reference === null ? undefined : load.tables[reference]?.format;
    return format !== undefined && descriptorOf(format).isCompressed !== true && !isCompressed;
  };
  return (await filesOfLoad(scope, loadId)).flatMap((file) => {
    const upload = due.get(uploadKey(scope.id, loadId, file.id));
    const { sha256 } = file;
    if (!upload || sha256 === undefined || !isText(file)) return [];
    return [{ upload, copy: byKey.get(compressedUploadKey(upload.key)), sha256 }];
  });
}

/**
 * Removes an upload if its compressed copy has the same bytes; otherwise, removes the copy. Returns whether the upload was
 * removed.
 */
async function removeUpload(
  scope: WorkspaceScope,
  upload: string,
  copy: string,
  sha256: string,
): Promise<boolean> {
  const hash = createHash("sha256");
  const isExact = await openCompressedUpload(scope, upload)
    .then((content) => pipeline(content, hash))
    .then(
      () => hash.digest("hex") === sha256,
      (error: Error & { code?: string }) => {
        // Reading a truncated copy fails with a zlib error code.
        if (!/^Z(?:STD)?_/.test(error.code ?? "")) throw error;
        return false;
      },
    );
  if (!isExact) log().warn("a compressed upload is damaged and is written again", { key: copy });
  await deleteObject(scope, isExact ? upload : copy);
  return isExact;
}
