import { crc32, createInflateRaw } from "node:zlib";

export interface ZipLimits {
  /** Bytes of all entries together, inflated. */
  total: number;
  /** The same for one entry, by the end of its path. */
  entries: Record<string, number>;
}

interface Entry {
  path: string;
  method: number;
  crc: number;
  compressed: number;
  inflated: number;
  offset: number;
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;
const DAMAGED = "the file is damaged: it is no whole ZIP archive, as XLSX is";

/**
 * Inflates every entry of a ZIP archive once without keeping it: its sizes and checksums must be true and within the
 * limits, so that what reads it afterwards meets no bomb. Returns what is wrong, or undefined.
 */
export async function checkZip(bytes: Buffer, limits: ZipLimits): Promise<string | undefined> {
  const entries = directory(bytes);
  if (entries === undefined) return DAMAGED;
  let total = 0;
  for (const entry of entries) {
    const own = Object.entries(limits.entries).find(([end]) => entry.path.endsWith(end))?.[1] ?? limits.total;
    const allowed = Math.min(own, limits.total - total);
    if (entry.inflated > allowed) return tooLarge(entry.path, own);
    const fault = await checkEntry(bytes, entry);
    if (fault !== undefined) return fault;
    total += entry.inflated;
  }
  return undefined;
}

function directory(bytes: Buffer): Entry[] | undefined {
  const lowest = Math.max(0, bytes.length - 65_557);
  let end = bytes.length - 22;
  while (end >= lowest && bytes.readUInt32LE(end) !== END_SIGNATURE) end--;
  if (end < lowest) return undefined;
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const entries: Entry[] = [];
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) return undefined;
    const nameLength = bytes.readUInt16LE(at + 28);
    entries.push({
      path: bytes.toString("utf8", at + 46, at + 46 + nameLength),
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

async function checkEntry(bytes: Buffer, entry: Entry): Promise<string | undefined> {
  const local = entry.offset;
  if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== LOCAL_SIGNATURE) return DAMAGED;
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const data = bytes.subarray(start, start + entry.compressed);
  if (data.length < entry.compressed) return DAMAGED;
  if (entry.method === STORED) return crc32(data) === entry.crc ? undefined : DAMAGED;
  if (entry.method !== DEFLATED)
    return "the file is compressed or encrypted in a way that XLSX does not have";
  return (await inflatesTo(data, entry)) ? undefined : DAMAGED;
}

/** Stops as soon as the entry is longer than it says. */
async function inflatesTo(data: Buffer, entry: Entry): Promise<boolean> {
  const inflate = createInflateRaw();
  inflate.end(data);
  let length = 0;
  let sum = 0;
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > entry.inflated) return false;
      sum = crc32(chunk, sum);
    }
  } catch {
    return false;
  }
  return length === entry.inflated && sum === entry.crc;
}

function tooLarge(path: string, limit: number): string {
  const megabytes = Math.floor(limit / 1_000_000).toLocaleString("en-US");
  return `${path} inside the file is too large: it inflates to more than ${megabytes} MB; load the data as CSV`;
}
