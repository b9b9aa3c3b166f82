import { inflateRawSync } from "node:zlib";
import avro from "avsc";

export interface DecodedAvro {
  metadata: Record<string, string>;
  records: Record<string, unknown>[];
}

const headerType = avro.Type.forSchema({
  type: "record",
  name: "header",
  fields: [
    { name: "magic", type: { type: "fixed", name: "magic", size: 4 } },
    { name: "metadata", type: { type: "map", values: "bytes" } },
    { name: "sync", type: { type: "fixed", name: "sync", size: 16 } },
  ],
});
const longType = avro.Type.forSchema("long");

/** Decodes an Avro object container file, and requires that no bytes remain at its end. */
export function decodeAvro(bytes: Buffer): DecodedAvro {
  const { value: header, offset: start } = headerType.decode(bytes);
  const metadata = Object.fromEntries(
    Object.entries(header.metadata as Record<string, Buffer>).map(([name, value]) => [
      name,
      value.toString(),
    ]),
  );
  const type = avro.Type.forSchema(JSON.parse(metadata["avro.schema"] ?? ""));
  const records: Record<string, unknown>[] = [];
  for (let offset = start; offset < bytes.length; ) {
    const { value: count, offset: afterCount } = longType.decode(bytes, offset);
    const { value: size, offset: from } = longType.decode(bytes, afterCount);
    const block = inflateRawSync(bytes.subarray(from, from + size));
    let at = 0;
    for (let index = 0; index < count; index += 1) {
      const decoded = type.decode(block, at);
      records.push(decoded.value);
      at = decoded.offset;
    }
    if (at !== block.length) throw new Error(`A block of ${block.length} bytes ends after ${at}`);
    offset = from + size;
    if (!bytes.subarray(offset, offset + 16).equals(header.sync)) throw new Error("A block has another mark");
    offset += 16;
  }
  return { metadata, records };
}
