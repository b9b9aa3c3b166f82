import { createHash } from "node:crypto";
import { icebergListKey, icebergMetadataKey, icebergPrefix, workspacePrefix } from "#shared/lake/keys.ts";
import { listObjects, putBytes } from "#shared/lake/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { listTableVersions } from "#shared/store/tableVersions.ts";
import { SnapshotWriter } from "./snapshotWriter.ts";
import { schemaHistory, type TableMetadata, tableMetadata } from "./tableMetadata.ts";
import { versionFacts } from "./versionFacts.ts";

/** Number of digits of a metadata object's digest. */
const DIGEST_LENGTH = 16;

/** Table as a client of an Iceberg catalog loads it. */
export interface IcebergTable {
  /** URI of the metadata as an object. */
  location: string;
  metadata: TableMetadata;
  /** Number of versions whose snapshots are not written yet; a later call goes on with them. */
  pending: number;
}

/**
 * Returns a table's metadata for readers of Iceberg, and writes what their objects lack: the latest snapshot always, earlier ones
 * from the latest back until `deadline` (ms since 1970). The metadata names only snapshots whose objects exist. Null for a table
 * without a version.
 */
export async function icebergTable(
  scope: WorkspaceScope,
  tableId: string,
  tags: readonly { name: string; version_id: string }[],
  deadline: number,
): Promise<IcebergTable | null> {
  const versions = await versionFacts(scope, await listTableVersions(scope, tableId));
  const latest = versions.at(-1);
  if (!latest) return null;
  const history = schemaHistory(versions);
  const schema = history.schemas[history.schemaOf.at(-1) ?? 0];
  if (!schema) throw new Error(`The table ${tableId} has no schema`);
  const sizes = new Map<string, number>();
  for await (const { key, bytes } of listObjects(scope, icebergPrefix(scope.id, tableId), null)) {
    sizes.set(key, bytes);
  }
  const fields = { columns: latest.columns, ids: history.ids, schema };
  const writer = new SnapshotWriter(scope, fields, sizes);
  for (const version of versions.toReversed()) {
    if (version !== latest && Date.now() > deadline) break;
    await writer.write(version.manifest_key);
  }
  const uriOf = (key: string): string => `s3://${scope.settings.regions[scope.region].bucket}/${key}`;
  const stored = versions.flatMap((version, position) => {
    const key = icebergListKey(version.manifest_key);
    return sizes.has(key) ? [{ ...version, position, listUri: uriOf(key) }] : [];
  });
  // Data files lie beside the tables, and DuckDB uses credentials only below the location.
  const location = uriOf(workspacePrefix(scope.id).slice(0, -1));
  const described = { location, versions: stored, history, tags, tableId, workspaceId: scope.id };
  const metadata = tableMetadata(described);
  const text = JSON.stringify(metadata);
  const digest = createHash("sha256").update(text).digest("hex").slice(0, DIGEST_LENGTH);
  const key = icebergMetadataKey(latest.manifest_key, digest);
  if (!sizes.has(key)) await putBytes(scope, key, text, "application/json");
  return { location: uriOf(key), metadata, pending: versions.length - stored.length };
}
