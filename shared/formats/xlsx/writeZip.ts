import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";
import { DEFLATED, END_SIGNATURE, ENTRY_SIGNATURE, LOCAL_SIGNATURE } from "./zipSignatures.ts";

/** File that is to be put into an archive, in pieces of text. */
export interface ZipPart {
  path: string;
  content: AsyncIterable<string> | Iterable<string>;
}

interface Written {
  name: Buffer;
  offset: number;
  sum: number;
  compressed: number;
  inflated: number;
}

const DESCRIPTOR_SIGNATURE = 0x08074b50;
const VERSION = 20;
/** Flags: the sizes follow the data, and names are UTF-8. */
const FLAGS = 0x0808;
/** Date of all files in an archive, 1 January 1980, the first that the format has. */
const FIRST_DATE = 0x21;
/** Limit of every size and position in an archive without 64-bit extensions. */
const MAX_BYTES = 0xffff_ffff;
/** A low level: sheets are repetitive, and higher ones take far longer for little. */
const LEVEL = 3;

/** Error of an archive that would be larger than the format allows. */
export class ZipTooLarge extends Error {
  override readonly name = "ZipTooLarge";
}

/** Encodes files as a ZIP archive, with memory for one piece of content. Throws ZipTooLarge beyond 4 GB. */
export async function* writeZip(parts: readonly ZipPart[]): AsyncGenerator<Buffer> {
  const directory: Written[] = [];
  let offset = 0;
  const take = (bytes: Buffer): Buffer => {
    offset += bytes.length;
    if (offset > MAX_BYTES) throw new ZipTooLarge("The archive is larger than 4 GB");
    return bytes;
  };
  for (const { path, content } of parts) {
    const file: Written = { name: Buffer.from(path), offset, sum: 0, compressed: 0, inflated: 0 };
    yield take(Buffer.concat([header(LOCAL_SIGNATURE, fileFields(file)), file.name]));
    for await (const bytes of deflate(countContent(content, file))) {
      file.compressed += bytes.length;
      yield take(bytes);
    }
    if (file.inflated > MAX_BYTES) throw new ZipTooLarge("A part of the archive is larger than 4 GB");
    yield take(header(DESCRIPTOR_SIGNATURE, sizeFields(file)));
    directory.push(file);
  }
  const start = offset;
  for (const file of directory) yield take(Buffer.concat([entryHeader(file), file.name]));
  yield endOf(directory.length, start, offset - start);
}

async function* countContent(content: ZipPart["content"], file: Written): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    const bytes = Buffer.from(piece);
    file.sum = crc32(bytes, file.sum);
    file.inflated += bytes.length;
    yield bytes;
  }
}

async function* deflate(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const stream = createDeflateRaw({ level: LEVEL });
  const written = pipeline(Readable.from(content), stream);
  // Its error is that of the stream, too.
  written.catch(() => undefined);
  yield* stream;
  await written;
}

type Fields = readonly (readonly [bytes: 2 | 4, value: number])[];

function fileFields({ name }: Written): Fields {
  return [...commonFields(), [4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]];
}

function commonFields(): Fields {
  return [
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATED],
    [2, 0],
    [2, FIRST_DATE],
  ];
}

function sizeFields({ sum, compressed, inflated }: Written): Fields {
  return [
    [4, sum],
    [4, compressed],
    [4, inflated],
  ];
}

function entryHeader(file: Written): Buffer {
  // Behind the sizes: lengths of name, extra fields and comment, disk, attributes (2 and 4 bytes), position.
  const rest: Fields = [
    [2, file.name.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, file.offset],
  ];
  return header(ENTRY_SIGNATURE, [[2, VERSION], ...commonFields(), ...sizeFields(file), ...rest]);
}

function endOf(count: number, start: number, length: number): Buffer {
  return header(END_SIGNATURE, [
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, length],
    [4, start],
    [2, 0],
  ]);
}

function header(signature: number, fields: Fields): Buffer {
  const bytes = Buffer.alloc(4 + fields.reduce((sum, [length]) => sum + length, 0));
  let at = bytes.writeUInt32LE(signature, 0);
  for (const [length, value] of fields) at = bytes.writeUIntLE(value, at, length);
  return bytes;
}
