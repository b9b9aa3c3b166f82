import { createHash } from "node:crypto";
import type { Column } from "@pdp/basics/columns";
import { timeOfId } from "#shared/domain/id.ts";
import { FieldIds } from "./fieldIds.ts";
import { type IcebergSchema, icebergSchema, nameMapping } from "./icebergSchema.ts";

/** Version of a table, with the content of its snapshot. */
export interface VersionFacts {
  version_id: string;
  columns: readonly Column[];
  rows: number;
  bytes: number;
  files: number;
}

/** Snapshot in the JSON form of the Iceberg specification. */
export interface IcebergSnapshot {
  "snapshot-id": number;
  "parent-snapshot-id"?: number;
  "sequence-number": number;
  "timestamp-ms": number;
  "manifest-list": string;
  "schema-id": number;
  summary: Record<string, string>;
}

export interface SnapshotRef {
  "snapshot-id": number;
  type: "branch" | "tag";
}

/** Part of a table's metadata that readers need. */
export interface TableMetadata {
  "format-version": 2;
  "table-uuid": string;
  location: string;
  "last-sequence-number": number;
  "last-updated-ms": number;
  "last-column-id": number;
  schemas: IcebergSchema[];
  "current-schema-id": number;
  "partition-specs": { "spec-id": number; fields: never[] }[];
  "default-spec-id": number;
  "last-partition-id": number;
  "sort-orders": { "order-id": number; fields: never[] }[];
  "default-sort-order-id": number;
  properties: Record<string, string>;
  "current-snapshot-id": number;
  snapshots: IcebergSnapshot[];
  "snapshot-log": { "snapshot-id": number; "timestamp-ms": number }[];
  "metadata-log": never[];
  refs: Record<string, SnapshotRef>;
}

/** Schemas and field ids of a table throughout its history. */
export interface SchemaHistory {
  ids: FieldIds;
  schemas: IcebergSchema[];
  /** Index in `schemas` of each version, in version order. */
  schemaOf: number[];
}

/** Name of the branch that readers read by default. */
const MAIN = "main";
/** Largest id of the partition fields. Tables are not partitioned. */
const LAST_PARTITION_ID = 999;

/**
 * Returns the schemas of a table's versions, oldest first. Descriptions are those of the latest version, so that editing a
 * description does not create another schema.
 */
export function schemaHistory(versions: readonly Pick<VersionFacts, "columns">[]): SchemaHistory {
  const ids = new FieldIds();
  const latest = new Map(versions.at(-1)?.columns.map(({ name, metadata }) => [name, metadata]));
  const schemas: IcebergSchema[] = [];
  const known = new Map<string, number>();
  // Most versions share their columns, which readers of manifests store only once.
  const byColumns = new Map<readonly Column[], number>();
  const schemaOf = versions.map(({ columns }) => {
    const schemaId = byColumns.get(columns);
    if (schemaId !== undefined) return schemaId;
    ids.note(columns);
    const described = columns.map((column) => ({
      ...column,
      metadata: latest.get(column.name) ?? column.metadata,
    }));
    const schema = icebergSchema(described, ids, schemas.length);
    const text = JSON.stringify(schema.fields);
    const index = known.get(text) ?? schemas.push(schema) - 1;
    known.set(text, index);
    byColumns.set(columns, index);
    return index;
  });
  return { ids, schemas, schemaOf };
}

/** Stored snapshot: a version with the URI of its manifest list. */
export interface StoredVersion extends VersionFacts {
  /** Position among all versions of the table, counted from 0. */
  position: number;
  listUri: string;
}

export interface MetadataInput {
  /** URI under which all files of the table are stored. */
  location: string;
  /** All versions, the oldest first. Their manifest lists are stored. */
  versions: readonly StoredVersion[];
  history: SchemaHistory;
  /** Names of workspace versions. */
  tags: readonly { name: string; version_id: string }[];
  /** Age, in milliseconds, above which a version has no snapshot unless it has a ref; null: all versions have one. */
  expiry: { ageMs: number; now: number } | null;
  tableId: string;
  workspaceId: string;
}

/**
 * Returns the metadata of a table: each of its data versions that has not expired is a snapshot with the id of the version.
 */
export function tableMetadata(input: MetadataInput): TableMetadata {
  const { location, history, tableId, workspaceId, expiry } = input;
  const latest = input.versions.at(-1);
  if (!latest) throw new Error(`The table ${tableId} has no version`);
  const refs: Record<string, SnapshotRef> = {
    ...tagRefs(input.versions, input.tags),
    [MAIN]: { "snapshot-id": Number(latest.version_id), type: "branch" },
  };
  const versions = expiry === null ? input.versions : unexpired(input.versions, refs, expiry);
  const snapshots = versions.map((version, index) =>
    snapshotOf(version, versions[index - 1], history.schemaOf[version.position] ?? 0),
  );
  const currentSchema = history.schemaOf[latest.position] ?? 0;
  return {
    "format-version": 2,
    "table-uuid": uuidOf(workspaceId, tableId),
    location,
    "last-sequence-number": latest.position + 1,
    "last-updated-ms": millisecondsOf(latest.version_id),
    "last-column-id": history.ids.last,
    schemas: history.schemas,
    "current-schema-id": currentSchema,
    "partition-specs": [{ "spec-id": 0, fields: [] }],
    "default-spec-id": 0,
    "last-partition-id": LAST_PARTITION_ID,
    "sort-orders": [{ "order-id": 0, fields: [] }],
    "default-sort-order-id": 0,
    properties: {
      "schema.name-mapping.default": JSON.stringify(nameMapping(latest.columns, history.ids)),
      ...(expiry && { "history.expire.max-snapshot-age-ms": String(expiry.ageMs) }),
    },
    "current-snapshot-id": Number(latest.version_id),
    snapshots,
    "snapshot-log": snapshots.map((snapshot) => ({
      "snapshot-id": snapshot["snapshot-id"],
      "timestamp-ms": snapshot["timestamp-ms"],
    })),
    "metadata-log": [],
    refs,
  };
}

/** Returns the versions that have a ref or are young enough. */
function unexpired(
  versions: readonly StoredVersion[],
  refs: Record<string, SnapshotRef>,
  { ageMs, now }: { ageMs: number; now: number },
): StoredVersion[] {
  const named = new Set(Object.values(refs).map((ref) => ref["snapshot-id"]));
  return versions.filter(
    ({ version_id }) => named.has(Number(version_id)) || millisecondsOf(version_id) >= now - ageMs,
  );
}

/** Returns the metadata with only those snapshots that the main branch or a tag refers to. */
export function referencedOnly(metadata: TableMetadata): TableMetadata {
  const named = new Set(Object.values(metadata.refs).map((ref) => ref["snapshot-id"]));
  const isNamed = (entry: { "snapshot-id": number }): boolean => named.has(entry["snapshot-id"]);
  return { ...metadata, snapshots: metadata.snapshots.filter(isNamed) };
}

function snapshotOf(
  { version_id, position, listUri, rows, bytes, files }: StoredVersion,
  parent: StoredVersion | undefined,
  schemaId: number,
): IcebergSnapshot {
  return {
    "snapshot-id": Number(version_id),
    ...(parent && { "parent-snapshot-id": Number(parent.version_id) }),
    "sequence-number": position + 1,
    "timestamp-ms": millisecondsOf(version_id),
    "manifest-list": listUri,
    "schema-id": schemaId,
    summary: {
      operation: "overwrite",
      "total-records": String(rows),
      "total-files-size": String(bytes),
      "total-data-files": String(files),
      "total-delete-files": "0",
    },
  };
}

/**
 * Returns the refs of tags: each names the version of the table that was the latest when the tagged version was made. Tags
 * before the first version and tags with the name of the branch have no ref.
 */
function tagRefs(
  versions: readonly StoredVersion[],
  tags: MetadataInput["tags"],
): Record<string, SnapshotRef> {
  const refs = tags.flatMap(({ name, version_id }): [string, SnapshotRef][] => {
    const at = versions.findLast((version) => Number(version.version_id) <= Number(version_id));
    return at && name !== MAIN ? [[name, { "snapshot-id": Number(at.version_id), type: "tag" }]] : [];
  });
  return Object.fromEntries(refs);
}

function millisecondsOf(id: string): number {
  return Date.parse(timeOfId(id));
}

/** Returns the same UUID for a table every time. */
function uuidOf(workspaceId: string, tableId: string): string {
  const hex = createHash("sha256").update(`${workspaceId}/${tableId}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
