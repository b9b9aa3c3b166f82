import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import { CompressionType, Endianness, type Field, Table, tableToIPC, Version } from "@uwdata/flechette";
import { Builder } from "flatbuffers";
import { compressFrame } from "lz4-napi";
import type { BatchPlan } from "./arrowColumn.ts";

export type ArrowCompression = "zstd" | "lz4" | null;

/**
 * Each message of an Arrow stream starts with a continuation marker. The marker is sent at the end of the previous part:
 * readers treat a stream that ends between two messages as complete, but not one that ends after a marker.
 */
const MARKER_BYTES = 4;

/** Last part of an Arrow stream, which follows the marker of the previous part: the length 0. */
export const END_OF_STREAM: Uint8Array = new Uint8Array(4);

/** Returns the first part of a stream: the schema and the marker of the next message. */
export function schemaPart(fields: Field[]): Uint8Array {
  const schema = { version: Version.V5, endianness: Endianness.Little, fields, metadata: null };
  const stream = tableToIPC(new Table(schema, []), { format: "stream" });
  if (stream === null) throw new Error("A schema was not encoded.");
  return stream.subarray(0, -END_OF_STREAM.length);
}

/**
 * Encodes a record batch in place, without its marker but with that of the next message, so that DuckDB's values are copied
 * only once.
 */
export function batchPart({ nodes, buffers }: BatchPlan): Uint8Array {
  const lengths = buffers.map((buffer) => buffer.byteLength);
  const { part, bodies } = placeBodies(nodes, lengths, null);
  buffers.forEach((buffer, index) => {
    buffer.write(bodies[index]!);
  });
  return part;
}

/**
 * Encodes a record batch like `batchPart`, with compressed buffers. Each buffer is compressed on Node's thread pool, without
 * blocking this thread.
 */
export async function compressedBatchPart(
  { nodes, buffers }: BatchPlan,
  compression: "zstd" | "lz4",
): Promise<Uint8Array> {
  const compress = compression === "zstd" ? compressZstd : compressLz4;
  const compressed = await Promise.all(
    buffers.map(async (buffer) => {
      const bytes = new Uint8Array(buffer.byteLength);
      buffer.write(bytes);
      return compressBuffer(bytes, compress);
    }),
  );
  const lengths = compressed.map((buffer) => (buffer === null ? 0 : PREFIX_BYTES + buffer.data.length));
  const { part, bodies } = placeBodies(nodes, lengths, compression);
  compressed.forEach((buffer, index) => {
    if (buffer === null) return;
    const body = bodies[index]!;
    new DataView(body.buffer, body.byteOffset).setBigInt64(0, buffer.uncompressedLength, true);
    body.set(buffer.data, PREFIX_BYTES);
  });
  return part;
}

interface CompressedBuffer {
  /** Length prefix of a buffer; -1 if the buffer is left uncompressed because compression did not make it smaller. */
  uncompressedLength: bigint;
  data: Uint8Array;
}

/** Prefix sizes of a message (marker and length) and of a compressed buffer (its length). */
const PREFIX_BYTES = 8;

/** Minimum size of a buffer to compress, in bytes; the frame itself is about this large. */
const MIN_COMPRESSED_BYTES = 64;

async function compressBuffer(
  bytes: Uint8Array,
  compress: (bytes: Uint8Array) => Promise<Uint8Array>,
): Promise<CompressedBuffer | null> {
  if (bytes.length === 0) return null;
  if (bytes.length >= MIN_COMPRESSED_BYTES) {
    const data = await compress(bytes);
    if (data.length < bytes.length) return { uncompressedLength: BigInt(bytes.length), data };
  }
  return { uncompressedLength: -1n, data: bytes };
}

const zstd = promisify(zstdCompress);

function compressZstd(bytes: Uint8Array): Promise<Uint8Array> {
  return zstd(bytes, {
    // A single output chunk: with the default of 16 kB, each chunk would need a round trip to the thread pool.
    chunkSize: bytes.length + (bytes.length >> 8) + 512,
    pledgedSrcSize: bytes.length,
    params: { [constants.ZSTD_c_compressionLevel]: 1 },
  });
}

function compressLz4(bytes: Uint8Array): Promise<Uint8Array> {
  return compressFrame(bytes);
}

/** Returns the part of a batch with its metadata written, and the offsets of its buffers, each aligned to 8 bytes. */
function placeBodies(
  nodes: BatchPlan["nodes"],
  lengths: readonly number[],
  compression: ArrowCompression,
): { part: Uint8Array; bodies: Uint8Array[] } {
  let bodyLength = 0;
  const regions = lengths.map((length) => {
    const offset = bodyLength;
    bodyLength = Math.ceil((offset + length) / 8) * 8;
    return { offset, length };
  });
  const metadata = batchMetadata(nodes, regions, bodyLength, compression);
  const start = Math.ceil((PREFIX_BYTES + metadata.length) / 8) * 8;
  const message = new Uint8Array(start + bodyLength + MARKER_BYTES);
  new DataView(message.buffer).setInt32(MARKER_BYTES, start - PREFIX_BYTES, true);
  message.fill(0xff, start + bodyLength);
  message.set(metadata, PREFIX_BYTES);
  const bodies = regions.map(({ offset, length }) =>
    message.subarray(start + offset, start + offset + length),
  );
  return { part: message.subarray(MARKER_BYTES), bodies };
}

/** Encodes the Message and the RecordBatch defined in Arrow's `Message.fbs`; the first argument of `addField…` is a field id. */
function batchMetadata(
  nodes: BatchPlan["nodes"],
  regions: readonly { offset: number; length: number }[],
  bodyLength: number,
  compression: ArrowCompression,
): Uint8Array {
  const builder = new Builder(256 + 16 * (nodes.length + regions.length));
  const nodeVector = addPairs(
    builder,
    nodes.map(({ length, nullCount }) => [length, nullCount]),
  );
  const regionVector = addPairs(
    builder,
    regions.map(({ offset, length }) => [offset, length]),
  );
  let body = 0;
  if (compression !== null) {
    builder.startObject(2);
    builder.addFieldInt8(0, compression === "zstd" ? CompressionType.ZSTD : CompressionType.LZ4_FRAME, 0);
    body = builder.endObject();
  }
  builder.startObject(4);
  builder.addFieldInt64(0, BigInt(nodes[0]?.length ?? 0), 0n);
  builder.addFieldOffset(1, nodeVector, 0);
  builder.addFieldOffset(2, regionVector, 0);
  builder.addFieldOffset(3, body, 0);
  const batch = builder.endObject();
  builder.startObject(4);
  builder.addFieldInt16(0, Version.V5, 0);
  builder.addFieldInt8(1, RECORD_BATCH, 0);
  builder.addFieldOffset(2, batch, 0);
  builder.addFieldInt64(3, BigInt(bodyLength), 0n);
  builder.finish(builder.endObject());
  return builder.asUint8Array();
}

/** Number that identifies a RecordBatch in the message header union. */
const RECORD_BATCH = 3;

/** Adds a vector of structs, each with two 64-bit integers. Flatbuffers are written from the end. */
function addPairs(builder: Builder, pairs: readonly (readonly [number, number])[]): number {
  builder.startVector(16, pairs.length, 8);
  for (const [first, second] of pairs.toReversed()) {
    builder.prep(8, 16);
    builder.writeInt64(BigInt(second));
    builder.writeInt64(BigInt(first));
  }
  return builder.endVector();
}
