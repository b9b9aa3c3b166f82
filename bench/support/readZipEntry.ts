import { crc32, inflateRawSync } from "node:zlib";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

/** Reads the first entry with the specified path ending from a ZIP archive. Does not support ZIP64 or encryption. */
export function readZipEntry(archive: Buffer, ending: string): Buffer {
  const end = archive.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0 || archive.readUInt32LE(end) !== END) throw new Error("This is no ZIP archive.");
  let at = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(at) === ENTRY) {
    const name = archive.toString("utf8", at + 46, at + 46 + archive.readUInt16LE(at + 28));
    if (name.endsWith(ending) && !name.startsWith("__MACOSX/")) return inflateEntry(archive, at);
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + archive.readUInt16LE(at + field), 0);
  }
  throw new Error(`The ZIP archive has no entry whose name ends in "${ending}".`);
}

function inflateEntry(archive: Buffer, entry: number): Buffer {
  const method = archive.readUInt16LE(entry + 10);
  const local = archive.readUInt32LE(entry + 42);
  if (archive.readUInt32LE(local) !== LOCAL) throw new Error("The ZIP archive is damaged.");
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const stored = archive.subarray(start, start + archive.readUInt32LE(entry + 20));
  const content = method === 8 ? inflateRawSync(stored) : stored;
  if (crc32(content) !== archive.readUInt32LE(entry + 16)) throw new Error("The ZIP archive is damaged.");
  return content;
}
