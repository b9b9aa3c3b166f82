import { createHash } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import avro from "avsc";

/** First bytes of every Avro object container file. */
const MAGIC = Buffer.from([0x4f, 0x62, 0x6a, 1]);
const SYNC_BYTES = 16;

const metadataType = avro.Type.forSchema({ type: "map", values: "bytes" });
const longType = avro.Type.forSchema("long");

/** Writer for records of one Avro schema. */
export interface AvroWriter {
  type: avro.Type;
  /** The schema with its attributes, such as field ids, which avsc does not keep. */
  text: string;
}

export function avroWriter(schema: avro.Schema): AvroWriter {
  return { type: avro.Type.forSchema(schema), text: JSON.stringify(schema) };
}

/** Returns records as an Avro object container file with one compressed block. The same input yields the same bytes. */
export function avroFile(
  { type, text }: AvroWriter,
  metadata: Readonly<Record<string, string>>,
  records: readonly unknown[],
): Buffer {
  const stated = { ...metadata, "avro.schema": text, "avro.codec": "deflate" };
  const entries = Object.entries(stated).map(([name, value]) => [name, Buffer.from(value, "utf8")] as const);
  const header = Buffer.concat([MAGIC, metadataType.toBuffer(Object.fromEntries(entries))]);
  const block = deflateRawSync(Buffer.concat(records.map((record) => type.toBuffer(record))));
  const sync = createHash("sha256").update(header).update(block).digest().subarray(0, SYNC_BYTES);
  if (records.length === 0) return Buffer.concat([header, sync]);
  const sizes = [records.length, block.byteLength].map((size) => longType.toBuffer(size));
  return Buffer.concat([header, sync, ...sizes, block, sync]);
}
