import type { Column, ColumnBounds } from "@pdp/basics/columns";
import type { DataFile } from "#shared/domain/loads/manifest.ts";
import { avroFile } from "./avroFile.ts";
import { manifestListWriter, manifestWriter } from "./avroSchemas.ts";
import { boundBytes } from "./boundBytes.ts";
import type { FieldIds } from "./fieldIds.ts";
import type { IcebergSchema } from "./icebergSchema.ts";

/**
 * All files are marked as existing: a segment lists files of several versions, and is replaced as a whole. Clients that read
 * changes between snapshots therefore reject these files instead of missing rows.
 */
const EXISTING = 0;
/** Sequence number of every file: there are no deletions that would only apply to some of them. */
const SEQUENCE_NUMBER = 0;
const DATA = 0;

/** Properties shared by all files of a table. */
export interface TableFields {
  columns: readonly Column[];
  ids: FieldIds;
  schema: IcebergSchema;
}

/** Returns the Avro manifest for data files. `uriOf` returns the URI of an object. */
export function icebergManifest(
  files: readonly DataFile[],
  { columns, ids, schema }: TableFields,
  snapshotId: string,
  uriOf: (key: string) => string,
): Buffer {
  const metadata = {
    schema: JSON.stringify(schema),
    "schema-id": String(schema["schema-id"]),
    "partition-spec": "[]",
    "partition-spec-id": "0",
    "format-version": "2",
    content: "data",
  };
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const entries = files.map((file) => ({
    status: EXISTING,
    snapshot_id: Number(snapshotId),
    sequence_number: SEQUENCE_NUMBER,
    file_sequence_number: SEQUENCE_NUMBER,
    data_file: {
      content: DATA,
      file_path: uriOf(file.key),
      file_format: "PARQUET",
      partition: {},
      record_count: file.rows,
      file_size_in_bytes: file.bytes,
      ...statisticsOf(file, types, ids),
    },
  }));
  return avroFile(manifestWriter, metadata, entries);
}

interface Counted<Value> {
  key: number;
  value: Value;
}

interface Statistics {
  value_counts: Counted<number>[] | null;
  null_value_counts: Counted<number>[] | null;
  lower_bounds: Counted<Buffer>[] | null;
  upper_bounds: Counted<Buffer>[] | null;
}

/** Returns the statistics of a file; if they cover rows other than the listed ones, only the bounds are included. */
function statisticsOf(
  { statistics, rows }: DataFile,
  types: ReadonlyMap<string, Column["type"]>,
  ids: FieldIds,
): Statistics {
  const known = Object.entries(statistics?.columns ?? {}).flatMap(([name, bounds]) => {
    const [id, type] = [ids.ofColumn(name), types.get(name)];
    return id === undefined || type === undefined ? [] : [{ id, type, bounds }];
  });
  const countsRows = statistics?.rows === rows && known.length > 0;
  const counts = (of: (bounds: ColumnBounds) => number): Counted<number>[] | null =>
    countsRows ? known.map(({ id, bounds }) => ({ key: id, value: of(bounds) })) : null;
  const boundsOf = (side: "min" | "max"): Counted<Buffer>[] | null => {
    const boundsOfSide = known.flatMap(({ id, type, bounds }) => {
      const text = bounds[side];
      if (text === undefined || type === "STRUCT" || type === "ARRAY") return [];
      const value = boundBytes(type, text);
      return value === null ? [] : [{ key: id, value }];
    });
    return boundsOfSide.length > 0 ? boundsOfSide : null;
  };
  return {
    value_counts: counts(() => rows),
    null_value_counts: counts(({ nulls }) => nulls),
    lower_bounds: boundsOf("min"),
    upper_bounds: boundsOf("max"),
  };
}

/** Manifest as referenced in a manifest list. */
export interface ListedManifest {
  uri: string;
  bytes: number;
  snapshotId: string;
  files: number;
  rows: number;
}

/** Returns the Avro manifest list of a snapshot. */
export function icebergManifestList(snapshotId: string, manifests: readonly ListedManifest[]): Buffer {
  const metadata = { "snapshot-id": snapshotId, "format-version": "2" };
  const entries = manifests.map(({ uri, bytes, snapshotId: addedIn, files, rows }) => ({
    manifest_path: uri,
    manifest_length: bytes,
    partition_spec_id: 0,
    content: DATA,
    sequence_number: SEQUENCE_NUMBER,
    min_sequence_number: SEQUENCE_NUMBER,
    added_snapshot_id: Number(addedIn),
    added_files_count: 0,
    existing_files_count: files,
    deleted_files_count: 0,
    added_rows_count: 0,
    existing_rows_count: rows,
    deleted_rows_count: 0,
  }));
  return avroFile(manifestListWriter, metadata, entries);
}
