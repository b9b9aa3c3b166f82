import type { Schema } from "avsc";
import { avroWriter } from "./avroFile.ts";

/** Avro schemas of manifests and manifest lists in the Iceberg specification, version 2. */

const field = (name: string, type: unknown, id: number): object => ({ name, type, "field-id": id });
const optional = (name: string, type: unknown, id: number): object => ({
  ...{ name, type: ["null", type], default: null },
  "field-id": id,
});

/** In Avro, a map with integer keys is a list of pairs. */
const numberMap = (value: string, keyId: number, valueId: number): object => ({
  type: "array",
  logicalType: "map",
  items: {
    type: "record",
    name: `k${keyId}_v${valueId}`,
    fields: [field("key", "int", keyId), field("value", value, valueId)],
  },
});

const dataFile = {
  type: "record",
  name: "r2",
  fields: [
    field("content", "int", 134),
    field("file_path", "string", 100),
    field("file_format", "string", 101),
    field("partition", { type: "record", name: "r102", fields: [] }, 102),
    field("record_count", "long", 103),
    field("file_size_in_bytes", "long", 104),
    optional("value_counts", numberMap("long", 119, 120), 109),
    optional("null_value_counts", numberMap("long", 121, 122), 110),
    optional("lower_bounds", numberMap("bytes", 126, 127), 125),
    optional("upper_bounds", numberMap("bytes", 129, 130), 128),
  ],
};

/** Manifest entries: data files. */
export const manifestWriter = avroWriter({
  type: "record",
  name: "manifest_entry",
  fields: [
    field("status", "int", 0),
    optional("snapshot_id", "long", 1),
    optional("sequence_number", "long", 3),
    optional("file_sequence_number", "long", 4),
    field("data_file", dataFile, 2),
  ],
} as unknown as Schema);

/** Manifest list entries: manifests. */
export const manifestListWriter = avroWriter({
  type: "record",
  name: "manifest_file",
  fields: [
    field("manifest_path", "string", 500),
    field("manifest_length", "long", 501),
    field("partition_spec_id", "int", 502),
    field("content", "int", 517),
    field("sequence_number", "long", 515),
    field("min_sequence_number", "long", 516),
    field("added_snapshot_id", "long", 503),
    field("added_files_count", "int", 504),
    field("existing_files_count", "int", 505),
    field("deleted_files_count", "int", 506),
    field("added_rows_count", "long", 512),
    field("existing_rows_count", "long", 513),
    field("deleted_rows_count", "long", 514),
  ],
} as unknown as Schema);
