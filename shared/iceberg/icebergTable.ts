import { createHash } from "node:crypto";
import { icebergListKey, icebergMetadataKey, workspacePrefix } from "#shared/objects/keys.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findTableById, type StoredTable } from "#shared/store/tables.ts";
import { listTableVersions, type TableVersion } from "#shared/store/tableVersions.ts";
import { describedErased, putDerived } from "./derivedObjects.ts";
import { type DerivedSizes, derivedSizes, knownObjects, noteObjects } from "./knownObjects.ts";
import { SnapshotWriter } from "./snapshotWriter.ts";
import { type SchemaHistory, schemaHistory, type TableMetadata, tableMetadata } from "./tableMetadata.ts";
import { historyNotRead, type KnownVersion, versionFacts } from "./versionFacts.ts";

/** Maximum number of snapshots that are written at once. */
const MAX_CONCURRENT_SNAPSHOTS = 16;
/** Number of digits in a metadata object's digest. */
const DIGEST_LENGTH = 16;

/** Table as loaded by a client of an Iceberg catalog. */
export interface IcebergTable {
  /** URI of the metadata object. */
  location: string;
  metadata: TableMetadata;
}

/**
 * Returns a table's metadata for Iceberg clients, with a snapshot of each version, and writes missing snapshots. Throws
 * `history_not_read` if some are still missing at `deadline` (ms since 1970): a part of the history would look like all of it.
 * The next call continues. Returns null for a table without a version. Throws `rows_erased` if an erasure has deleted objects
 * that the metadata names.
 */
export async function icebergTable(
  scope: WorkspaceScope,
  tableId: string,
  tags: readonly { name: string; version_id: string }[],
  deadline: number,
): Promise<IcebergTable | null> {
  const before = await findTableById(scope, tableId);
  const listed = await listTableVersions(scope, tableId);
  const written = await writeSnapshots(
    scope,
    tableId,
    deadline,
    listed,
    await knownObjects(scope, before, tableId, listed),
  );
  const latest = written?.versions.at(-1);
  if (!written || !latest) return null;
  const { versions, history, sizes } = written;
  const uriOf = (key: string): string => `s3://${scope.settings.regions[scope.region].bucket}/${key}`;
  if (versions.some((version) => !sizes.has(listKeyOf(version)))) throw historyNotRead();
  const stored = versions.map((version, position) => ({
    ...version,
    position,
    listUri: uriOf(listKeyOf(version)),
  }));
  // Data files are stored next to the tables, and DuckDB only uses the credentials for paths under the location.
  const location = uriOf(workspacePrefix(scope.id).slice(0, -1));
  const described = { location, versions: stored, history, tags, tableId, workspaceId: scope.id };
  const metadata = tableMetadata(described);
  const text = JSON.stringify(metadata);
  const digest = createHash("sha256").update(text).digest("hex").slice(0, DIGEST_LENGTH);
  const key = icebergMetadataKey(latest.manifest_key, digest);
  if (!sizes.has(key)) await putDerived(scope, key, text, "application/json");
  sizes.set(key, Buffer.byteLength(text));
  const after = await findTableById(scope, tableId);
  if (mayBeErased(before, after)) {
    const left = await derivedSizes(scope, tableId);
    if (!stored.every((version) => left.has(listKeyOf(version)))) throw describedErased();
  } else {
    noteObjects(scope, after, sizes);
  }
  return { location: uriOf(key), metadata };
}

/**
 * Writes the snapshots of new versions of a table if tools have loaded the table before; does nothing for other tables. Stops
 * at the deadline, as `icebergTable` does.
 */
export async function describeAgain(scope: WorkspaceScope, tableId: string, deadline: number): Promise<void> {
  const sizes = await derivedSizes(scope, tableId);
  if (sizes.size === 0) return;
  await writeSnapshots(scope, tableId, deadline, await listTableVersions(scope, tableId), sizes);
}

interface WrittenSnapshots {
  versions: KnownVersion[];
  history: SchemaHistory;
  sizes: DerivedSizes;
}

/** Writes a table's missing snapshots, and adds their sizes to `sizes`; returns null for a table without a version. */
async function writeSnapshots(
  scope: WorkspaceScope,
  tableId: string,
  deadline: number,
  listed: readonly TableVersion[],
  sizes: DerivedSizes,
): Promise<WrittenSnapshots | null> {
  const has = (key: string): boolean => sizes.has(key);
  const versions = await versionFacts(scope, listed, { has, deadline });
  const latest = versions.at(-1);
  if (!latest) return null;
  const history = schemaHistory(versions);
  const schema = history.schemas[history.schemaOf.at(-1) ?? 0];
  if (!schema) throw new Error(`The table ${tableId} has no schema`);
  const fields = { columns: latest.columns, ids: history.ids, schema };
  const writer = new SnapshotWriter(scope, fields, sizes);
  await writer.write(latest.manifest_key);
  for (let end = versions.length - 1; end > 0 && Date.now() <= deadline; end -= MAX_CONCURRENT_SNAPSHOTS) {
    const some = versions.slice(Math.max(0, end - MAX_CONCURRENT_SNAPSHOTS), end);
    await Promise.all(some.map(({ manifest_key }) => writer.write(manifest_key)));
  }
  return { versions, history, sizes };
}

function listKeyOf({ manifest_key }: KnownVersion): string {
  return icebergListKey(manifest_key);
}

/** Tells whether an erasure may have worked on a table between two reads of its record. */
function mayBeErased(before: StoredTable | null, after: StoredTable | null): boolean {
  return after?.item.erasing !== undefined || before?.item.erased !== after?.item.erased;
}
