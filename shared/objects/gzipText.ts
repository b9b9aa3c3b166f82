import { promisify } from "node:util";
import { gunzip, gzip, gzipSync } from "node:zlib";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Length of text that is compressed in less time than another thread takes to start. */
const SHORT_TEXT = 8_192;

/** Returns text compressed with gzip. */
export async function gzipText(text: string): Promise<Buffer> {
  return text.length <= SHORT_TEXT ? gzipSync(text) : compress(text);
}

/**
 * Returns UTF-8 text that may be compressed with gzip, as its first two bytes tell: JSON never starts with them. Throws an
 * error with a code of zlib if the content is damaged, and a `RangeError` if the text has more than `maxBytes`.
 */
export async function textOf(content: Uint8Array, maxBytes?: number): Promise<string> {
  const isCompressed = content[0] === 0x1f && content[1] === 0x8b;
  const bytes = isCompressed
    ? await decompress(content, maxBytes === undefined ? {} : { maxOutputLength: maxBytes })
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return bytes.toString("utf8");
}
