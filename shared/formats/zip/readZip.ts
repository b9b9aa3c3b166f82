import { crc32, createInflateRaw } from "node:zlib";
import { UnreadableZip } from "./unreadableZip.ts";

/** File in an archive, as described in the archive's directory. */
export interface ZipEntry {
  path: string;
  flags: number;
  method: number;
  crc: number;
  /** Sizes of the compressed and of the inflated content, in bytes. */
  compressed: number;
  inflated: number;
  /** Position of the file's header in the archive, in bytes. */
  offset: number;
}

/** Maximum number of files in an archive. A workbook has a few per sheet. */
export const MAX_ZIP_FILES = 10_000;
/** Size of inflated chunks, in bytes; small enough that the rows in a chunk need little memory, however wide they are. */
const INFLATE_BYTES = 1 << 16;
/** Maximum length of the archive's tail, which contains the end-of-directory record: 22 bytes plus a comment. */
const MAX_TAIL_BYTES = 65_557;
const LOCAL_SIGNATURE = 0x04034b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
/** Value that marks a size or position as stored in the field for 64-bit numbers instead, which has the id below. */
const IN_EXTRA_FIELD = 0xffff_ffff;
const ZIP64_FIELD = 1;

/** Reads the directory of a ZIP archive. Throws UnreadableZip if there is none, or if it contains a path twice. */
export function readZipDirectory(bytes: Buffer): Map<string, ZipEntry> {
  const end = findDirectoryEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > MAX_ZIP_FILES) throw new UnreadableZip("TOO_MANY_FILES");
  let at = bytes.readUInt32LE(end + 16);
  const entries = new Map<string, ZipEntry>();
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) throw damaged();
    const nameLength = bytes.readUInt16LE(at + 28);
    const extraLength = bytes.readUInt16LE(at + 30);
    const path = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    if (entries.has(path)) throw damaged();
    const extra = bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    const long = longNumbers(extra);
    const number = (offset: number): number => {
      const short = bytes.readUInt32LE(at + offset);
      return short === IN_EXTRA_FIELD ? (long.shift() ?? short) : short;
    };
    // The field for 64-bit numbers contains only the numbers that need it, in this order.
    const inflated = number(24);
    const compressed = number(20);
    const offset = number(42);
    entries.set(path, {
      path,
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      compressed,
      inflated,
      offset,
    });
    at += 46 + nameLength + extraLength + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function longNumbers(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP64_FIELD) continue;
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    return Array.from({ length: Math.floor(field.length / 8) }, (_, index) =>
      Number(field.readBigUInt64LE(index * 8)),
    );
  }
  return [];
}

function findDirectoryEnd(bytes: Buffer): number {
  const lowest = Math.max(0, bytes.length - MAX_TAIL_BYTES);
  let end = bytes.length - 22;
  while (end >= lowest && bytes.readUInt32LE(end) !== END_SIGNATURE) end--;
  if (end < lowest) throw damaged();
  return end;
}

/**
 * Inflates one file of the archive in chunks. Throws UnreadableZip if the file has more than `maxBytes`, as soon as it exceeds
 * the length stated in the directory, or at its end if the checksum is wrong.
 */
export async function* inflateEntry(
  bytes: Buffer,
  entry: ZipEntry,
  maxBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  if (entry.inflated > maxBytes) throw new UnreadableZip("TOO_LARGE");
  let length = 0;
  let sum = 0;
  for await (const chunk of contentOf(bytes, entry)) {
    length += chunk.length;
    if (length > entry.inflated) throw damaged();
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (length !== entry.inflated || sum !== entry.crc) throw damaged();
}

async function* contentOf(bytes: Buffer, entry: ZipEntry): AsyncGenerator<Buffer> {
  const data = readCompressedData(bytes, entry);
  if (entry.method === STORED) {
    for (let at = 0; at < data.length; at += INFLATE_BYTES) yield data.subarray(at, at + INFLATE_BYTES);
    return;
  }
  const inflate = createInflateRaw({ chunkSize: INFLATE_BYTES });
  inflate.end(data);
  const chunks = inflate[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      // Only a decompression error means that the data is damaged.
      const { done, value } = await chunks.next().catch(() => Promise.reject(damaged()));
      if (done) return;
      yield value;
    }
  } finally {
    inflate.destroy();
  }
}

function readCompressedData(bytes: Buffer, { offset, compressed, method, flags }: ZipEntry): Buffer {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_SIGNATURE) throw damaged();
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const data = bytes.subarray(start, start + compressed);
  if (data.length < compressed) throw damaged();
  if ((flags & ENCRYPTED) !== 0 || (method !== STORED && method !== DEFLATED)) {
    throw new UnreadableZip("ENCRYPTED");
  }
  return data;
}

function damaged(): UnreadableZip {
  return new UnreadableZip("DAMAGED");
}
