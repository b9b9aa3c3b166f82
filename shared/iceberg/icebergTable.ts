import { createHash } from "node:crypto";
import { icebergListKey, icebergMetadataKey, icebergPrefix, workspacePrefix } from "#shared/objects/keys.ts";
import { isStored, listObjects } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { listTableVersions } from "#shared/store/tableVersions.ts";
import { DerivedObjects, describedErased } from "./derivedObjects.ts";
import { describedVersions } from "./describedVersions.ts";
import { manifestVersions } from "./manifestVersions.ts";
import { schemaHistory, type TableMetadata, tableMetadata } from "./tableMetadata.ts";
import type { ManifestVersion } from "./versionSummaries.ts";

/** Number of digits in a metadata object's digest. */
const DIGEST_LENGTH = 16;
const DAY_MS = 86_400_000;
/** Number of columns above which a table is described in the background only if it was described before. */
const MAX_UNREAD_COLUMNS = 100;

/** Table as loaded by a client of an Iceberg catalog. */
export interface IcebergTable {
  /** URI of the metadata object. */
  location: string;
  metadata: TableMetadata;
}

/**
 * Returns a table's metadata for Iceberg clients, with a snapshot of each version that has not expired, and writes missing
 * snapshots. Throws `history_not_read` if some are still missing at `deadline` (ms since 1970): a part of the history would
 * look like all of it. The next call continues. Returns null for a table without a version. Throws `rows_erased` if an
 * erasure has replaced versions in the meantime.
 */
export async function icebergTable(
  scope: WorkspaceScope,
  tableId: string,
  tags: readonly { name: string; version_id: string }[],
  deadline: number,
): Promise<IcebergTable | null> {
  const objects = await DerivedObjects.of(scope, tableId);
  const listed = await manifestVersions(scope, tableId, objects.before);
  const latest = listed.at(-1);
  if (!latest) return null;
  const versions = await describedVersions(scope, tableId, objects, listed, deadline);
  const { bucket } = scope.settings.regions[scope.region];
  const uriOf = (key: string): string => `s3://${bucket}/${key}`;
  const { snapshotDays } = scope.settings.iceberg;
  const metadata = tableMetadata({
    // Data files are stored next to the tables, and DuckDB only uses the credentials for paths under the location.
    location: uriOf(workspacePrefix(scope.id).slice(0, -1)),
    versions: versions.map((version, position) => ({
      ...version,
      position,
      listUri: uriOf(icebergListKey(version.manifest_key)),
    })),
    history: schemaHistory(versions),
    tags,
    // By whole days, so that the metadata of an unchanged table changes at most once a day.
    expiry:
      snapshotDays === null
        ? null
        : { ageMs: snapshotDays * DAY_MS, now: Math.floor(Date.now() / DAY_MS) * DAY_MS },
    tableId,
    workspaceId: scope.id,
  });
  const key = await storeMetadata(scope, objects, latest.manifest_key, metadata);
  await objects.check();
  if ((await objects.mayBeErased()) && !(await areCurrent(scope, tableId, listed))) throw describedErased();
  return { location: uriOf(key), metadata };
}

/**
 * Writes the snapshots of new versions of a table in the background, so that the first tool that loads the table does not wait
 * for them. The manifests of a table with many columns repeat its schema, so they are written only if versions of the table
 * have been described before, as when a tool loads it. Stops at the deadline, as `icebergTable` does.
 */
export async function describeInBackground(
  scope: WorkspaceScope,
  tableId: string,
  deadline: number,
): Promise<void> {
  const objects = await DerivedObjects.of(scope, tableId);
  if (!objects.before) return;
  const isNarrow = objects.before.item.columns.length <= MAX_UNREAD_COLUMNS;
  if (!(scope.settings.iceberg.isEager && isNarrow) && !(await isDescribed(scope, tableId))) return;
  const versions = await manifestVersions(scope, tableId, objects.before);
  await describedVersions(scope, tableId, objects, versions, deadline);
}

/** Tells whether any object describes a table. */
async function isDescribed(scope: WorkspaceScope, tableId: string): Promise<boolean> {
  for await (const _ of listObjects(scope, icebergPrefix(scope.id, tableId), null)) return true;
  return false;
}

/** Stores the metadata of a table unless the same metadata is stored already, and returns its key. */
async function storeMetadata(
  scope: WorkspaceScope,
  objects: DerivedObjects,
  manifestKey: string,
  metadata: TableMetadata,
): Promise<string> {
  const text = JSON.stringify(metadata);
  const digest = createHash("sha256").update(text).digest("hex").slice(0, DIGEST_LENGTH);
  const key = icebergMetadataKey(manifestKey, digest);
  if (!(await isStored(scope, key))) await objects.put(key, text, "application/json");
  return key;
}

/** Tells whether the versions of a table still have these manifests; an erasure replaces them before it deletes anything. */
async function areCurrent(
  scope: WorkspaceScope,
  tableId: string,
  versions: readonly ManifestVersion[],
): Promise<boolean> {
  const current = new Set((await listTableVersions(scope, tableId)).map(({ manifest_key }) => manifest_key));
  return versions.every(({ manifest_key }) => current.has(manifest_key));
}
