import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import { CompressionType, type Field } from "@uwdata/flechette";
import { type EncodedBatch, encodeIPC } from "@uwdata/flechette/src/encode/encode-ipc.js";
import { compressFrame } from "lz4-napi";
import type { BatchPlan } from "./arrowColumn.ts";

export type ArrowCompression = "zstd" | "lz4" | null;

/** End of an Arrow stream: a continuation marker and the length 0. */
export const END_OF_STREAM: Uint8Array = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0);

export function schemaMessage(fields: readonly Field[]): Uint8Array {
  return encodeMetadata({ schema: { fields } }, null);
}

/** Encodes a record batch message in place, so that DuckDB's values are copied only once. */
export function batchMessage({ nodes, buffers }: BatchPlan): Uint8Array {
  const { regions, byteLength } = placeBuffers(buffers.map((buffer) => buffer.byteLength));
  const metadata = encodeMetadata(
    { records: [{ byteLength, nodes, regions, variadic: [], buffers: [] }] },
    null,
  );
  const message = new Uint8Array(metadata.length + byteLength);
  message.set(metadata);
  buffers.forEach((buffer, index) => {
    const start = metadata.length + (regions[index]?.offset ?? 0);
    buffer.write(message.subarray(start, start + buffer.byteLength));
  });
  return message;
}

/**
 * Encodes a record batch message with compressed buffers. Each buffer is compressed on Node's thread pool, without
 * blocking this thread.
 */
export async function compressedBatchMessage(
  { nodes, buffers }: BatchPlan,
  compression: "zstd" | "lz4",
): Promise<Uint8Array> {
  const compress = compression === "zstd" ? compressZstd : compressLz4;
  const parts = await Promise.all(
    buffers.map(async (buffer) => {
      const bytes = new Uint8Array(buffer.byteLength);
      buffer.write(bytes);
      return compressBuffer(bytes, compress);
    }),
  );
  const { regions, byteLength } = placeBuffers(
    parts.map((part) => (part === null ? 0 : PREFIX_BYTES + part.data.length)),
  );
  const record: EncodedBatch = { byteLength, nodes, regions, variadic: [], buffers: [] };
  const metadata = encodeMetadata(
    { records: [record] },
    compression === "zstd" ? CompressionType.ZSTD : CompressionType.LZ4_FRAME,
  );
  const message = new Uint8Array(metadata.length + byteLength);
  const view = new DataView(message.buffer);
  message.set(metadata);
  parts.forEach((part, index) => {
    if (part === null) return;
    const start = metadata.length + (regions[index]?.offset ?? 0);
    view.setBigInt64(start, part.uncompressedLength, true);
    message.set(part.data, start + PREFIX_BYTES);
  });
  return message;
}

interface CompressedBuffer {
  /** Length prefix of a buffer; -1 if it is uncompressed because compression did not make it smaller. */
  uncompressedLength: bigint;
  data: Uint8Array;
}

const PREFIX_BYTES = 8;

/** Minimum size of a buffer to compress, in bytes; the frame alone takes about as much. */
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
    // A single output chunk: the default of 16 kB would take a round trip to the thread pool for each chunk.
    chunkSize: bytes.length + (bytes.length >> 8) + 512,
    pledgedSrcSize: bytes.length,
    params: { [constants.ZSTD_c_compressionLevel]: 1 },
  });
}

function compressLz4(bytes: Uint8Array): Promise<Uint8Array> {
  return compressFrame(bytes);
}

function placeBuffers(lengths: readonly number[]): Pick<EncodedBatch, "regions" | "byteLength"> {
  let byteLength = 0;
  const regions = lengths.map((length) => {
    const offset = byteLength;
    byteLength = Math.ceil((offset + length) / 8) * 8;
    return { offset, length };
  });
  return { regions, byteLength };
}

/** Encodes the metadata of one message, padded to 8 bytes, without the end of stream that flechette appends. */
function encodeMetadata(data: Parameters<typeof encodeIPC>[0], codec: 0 | 1 | null): Uint8Array {
  const parts: Uint8Array[] = [];
  const sink = { write: (bytes: Uint8Array) => void parts.push(bytes) };
  encodeIPC(data, codec === null ? { sink } : { sink, codec });
  return Buffer.concat(parts).subarray(0, -END_OF_STREAM.length);
}
