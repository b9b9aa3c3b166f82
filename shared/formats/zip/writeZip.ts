import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";
import { Zip, type ZipInputFile } from "fflate";

/** File to add to an archive, as pieces of text. */
export interface ZipPart {
  path: string;
  content: AsyncIterable<string> | Iterable<string>;
}

const DEFLATED = 8;
/** Date of all files in an archive: the earliest that the format can represent. */
const FIRST_DATE = new Date(1980, 0, 1);
/** Limit for every size and position in an archive without 64-bit extensions. */
const MAX_BYTES = 0xffff_ffff;
/** A low level, because sheets are repetitive, and higher levels take far longer for little gain. */
const LEVEL = 3;

/** Error for an archive that would be larger than the format allows. */
export class ZipTooLarge extends Error {
  override readonly name = "ZipTooLarge";
}

/** Encodes files as a ZIP archive, keeping only one piece of content in memory. Throws ZipTooLarge beyond 4 GB. */
export async function* writeZip(parts: readonly ZipPart[]): AsyncGenerator<Buffer> {
  const encoded: Buffer[] = [];
  let length = 0;
  const archive = new Zip((error, bytes) => {
    if (error) throw error;
    length += bytes.length;
    encoded.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  });
  for (const { path, content } of parts) {
    const file: ZipInputFile = {
      filename: path,
      compression: DEFLATED,
      mtime: FIRST_DATE,
      crc: 0,
      size: 0,
    };
    archive.add(file);
    // Node compresses twice as fast as the library, which only writes the archive's records.
    for await (const bytes of deflate(countContent(content, file))) {
      file.ondata?.(null, bytes, false);
      if (length > MAX_BYTES || file.size > MAX_BYTES)
        throw new ZipTooLarge("The archive is larger than 4 GB");
      yield* encoded.splice(0);
    }
    file.ondata?.(null, new Uint8Array(), true);
  }
  archive.end();
  if (length > MAX_BYTES) throw new ZipTooLarge("The archive is larger than 4 GB");
  yield* encoded;
}

async function* countContent(content: ZipPart["content"], file: ZipInputFile): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    const bytes = Buffer.from(piece);
    file.crc = crc32(bytes, file.crc);
    file.size += bytes.length;
    yield bytes;
  }
}

async function* deflate(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer<ArrayBuffer>> {
  const stream = createDeflateRaw({ level: LEVEL });
  const written = pipeline(Readable.from(content), stream);
  // Reading the stream raises the same error.
  written.catch(() => undefined);
  yield* stream;
  await written;
}
