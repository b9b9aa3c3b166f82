import {
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
} from "@aws-sdk/client-s3";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { objectStore } from "./objects.ts";

/** Version of an object, or a deletion marker. */
interface ObjectVersion {
  Key: string;
  VersionId: string;
}

export interface EraseOptions {
  /**
   * Selects the versions to erase: an object's versions are erased if it returns true; all by default. `isDeleted` is true for
   * an object that only has older versions because it was deleted before; false if in doubt.
   */
  matches?: (key: string, isDeleted: boolean) => boolean;
  /** Bucket; defaults to the bucket of the workspace's objects. */
  bucket?: string;
  /** Called with each key before its versions are erased. */
  onKey?: (key: string) => void;
}

/**
 * Deletes all versions of the objects with a key prefix, including objects that have already been deleted; may be interrupted
 * and repeated. Needs the grant `lake:erase`.
 */
export async function eraseVersions(
  scope: WorkspaceScope,
  prefix: string,
  { matches = () => true, onKey, bucket: other }: EraseOptions = {},
): Promise<void> {
  const { client, bucket: ownBucket } = objectStore(scope);
  const bucket = other ?? ownBucket;
  let deleted = new Set<string>();
  for (let KeyMarker: string | undefined, VersionIdMarker: string | undefined; ; ) {
    const page = await client.send(
      new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix, KeyMarker, VersionIdMarker }),
    );
    deleted = deletedKeys(page, KeyMarker !== undefined && deleted.has(KeyMarker) ? KeyMarker : undefined);
    const versions = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].flatMap(
      ({ Key, VersionId }): ObjectVersion[] =>
        Key !== undefined && VersionId !== undefined && matches(Key, deleted.has(Key))
          ? [{ Key, VersionId }]
          : [],
    );
    if (onKey) for (const key of new Set(versions.map(({ Key }) => Key))) onKey(key);
    if (versions.length > 0) {
      const { Errors } = await client.send(
        new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: versions, Quiet: true } }),
      );
      if (Errors?.length) throw new Error(`Could not erase ${Errors.length} object versions under ${prefix}`);
    }
    if (!page.IsTruncated) return;
    KeyMarker = page.NextKeyMarker;
    VersionIdMarker = page.NextVersionIdMarker;
  }
}

/**
 * Returns the keys in a page for which the latest version is a deletion marker. `before` is the last key of the previous page,
 * if its latest version is a deletion marker: its other versions may be in this page.
 */
export function deletedKeys(
  { DeleteMarkers = [] }: Pick<ListObjectVersionsCommandOutput, "Versions" | "DeleteMarkers">,
  before: string | undefined,
): Set<string> {
  const latest = DeleteMarkers.flatMap(({ Key, IsLatest }) => (IsLatest && Key !== undefined ? [Key] : []));
  return new Set(before === undefined ? latest : [before, ...latest]);
}

/** Deletes all versions of one object. */
export function eraseObject(scope: WorkspaceScope, key: string, options: EraseOptions = {}): Promise<void> {
  return eraseVersions(scope, key, { ...options, matches: (storedKey) => storedKey === key });
}
