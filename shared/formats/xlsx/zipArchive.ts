import { crc32, createInflateRaw } from "node:zlib";
import { UnreadableXlsx } from "./unreadableXlsx.ts";
import { DEFLATED, END_SIGNATURE, ENTRY_SIGNATURE, LOCAL_SIGNATURE } from "./zipSignatures.ts";

export interface ZipEntry {
  path: string;
  flags: number;
  method: number;
  crc: number;
  compressed: number;
  inflated: number;
  offset: number;
}

/** Maximum number of files in an archive. A workbook has a few for each sheet. */
const MAX_ENTRIES = 10_000;
const ENCRYPTED = 1;
const STORED = 0;
/**
 * Size of inflated chunks, in bytes; small enough that the rows in a chunk take little memory, however wide they are.
 */
const INFLATE_BYTES = 1 << 16;

/** Reads the directory of a ZIP archive. Throws UnreadableXlsx if there is none, or if it has a path twice. */
export function readZipDirectory(bytes: Buffer): Map<string, ZipEntry> {
  const end = findDirectoryEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) {
    const most = MAX_ENTRIES.toLocaleString("en-US");
    throw new UnreadableXlsx(`there are more than ${most} parts inside the file; load the data as CSV`);
  }
  let at = bytes.readUInt32LE(end + 16);
  const entries = new Map<string, ZipEntry>();
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) throw damagedArchive();
    const nameLength = bytes.readUInt16LE(at + 28);
    const path = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    if (entries.has(path)) throw damagedArchive();
    entries.set(path, {
      path,
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      compressed: bytes.readUInt32LE(at + 20),
      inflated: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function findDirectoryEnd(bytes: Buffer): number {
  const lowest = Math.max(0, bytes.length - 65_557);
  let end = bytes.length - 22;
  while (end >= lowest && bytes.readUInt32LE(end) !== END_SIGNATURE) end--;
  if (end < lowest) throw damagedArchive();
  return end;
}

/**
 * Inflates one file of the archive in chunks. Throws UnreadableXlsx if it has more than `maxBytes`, as soon as it is
 * longer than the directory says, or at its end if its checksum is wrong.
 */
export async function* inflateEntry(
  bytes: Buffer,
  entry: ZipEntry,
  maxBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  if (entry.inflated > maxBytes) {
    const megabytes = Math.floor(maxBytes / 1_000_000).toLocaleString("en-US");
    const limit = `it inflates to more than ${megabytes} MB; load the data as CSV`;
    throw new UnreadableXlsx(`${entry.path} inside the file is too large: ${limit}`);
  }
  let length = 0;
  let sum = 0;
  for await (const chunk of contentOf(bytes, entry)) {
    length += chunk.length;
    if (length > entry.inflated) throw damagedArchive();
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (length !== entry.inflated || sum !== entry.crc) throw damagedArchive();
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
      // Only an error of the decompression means that the data is damaged.
      const { done, value } = await chunks.next().catch(() => Promise.reject(damagedArchive()));
      if (done) return;
      yield value;
    }
  } finally {
    inflate.destroy();
  }
}

function readCompressedData(bytes: Buffer, { offset, compressed, method, flags }: ZipEntry): Buffer {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_SIGNATURE) throw damagedArchive();
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const data = bytes.subarray(start, start + compressed);
  if (data.length < compressed) throw damagedArchive();
  if ((flags & ENCRYPTED) !== 0 || (method !== STORED && method !== DEFLATED)) {
    throw new UnreadableXlsx("the file is compressed or encrypted in a way that XLSX does not have");
  }
  return data;
}

function damagedArchive(): UnreadableXlsx {
  return new UnreadableXlsx("the file is damaged: it is no whole ZIP archive, as XLSX is");
}
