import { S3Error } from "./s3Error.ts";

/** Trailing headers, by lowercase name. */
export type Trailers = Map<string, string>;

const MAX_LINE_BYTES = 8 * 1024;
const MAX_TRAILERS = 16;
const NEWLINE = 10;

/**
 * Yields the content of an `aws-chunked` body: chunks of `<size in hexadecimal>\r\n<bytes>\r\n`, the last one empty, then the
 * trailer. Returns the trailer. Throws S3Error `IncompleteBody` or `InvalidRequest`.
 */
export async function* decodeAwsChunked(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, Trailers> {
  const input = new Input(source[Symbol.asyncIterator]());
  for (let size = parseSize(await input.line()); size > 0; size = parseSize(await input.line())) {
    for (let left = size; left > 0; ) {
      const bytes = await input.upTo(left);
      left -= bytes.length;
      yield bytes;
    }
    if ((await input.line()) !== "") throw malformed("A chunk is longer than its size says.");
  }
  const trailers = await readTrailers(input);
  await input.requireEnd();
  return trailers;
}

function parseSize(line: string): number {
  if (!/^[0-9a-fA-F]{1,11}$/.test(line)) throw malformed("Invalid chunk size.");
  return Number.parseInt(line, 16);
}

/** Reads until the empty line. */
async function readTrailers(input: Input): Promise<Trailers> {
  const trailers: Trailers = new Map();
  for (let line = await input.line(); line !== ""; line = await input.line()) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon < 1 || name === "" || trailers.has(name) || trailers.size === MAX_TRAILERS) {
      throw malformed("Invalid trailer.");
    }
    trailers.set(name, line.slice(colon + 1).trim());
  }
  return trailers;
}

/** Reads the source by line or by byte count, regardless of how it is chunked. */
class Input {
  readonly #source: AsyncIterator<Uint8Array>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterator<Uint8Array>) {
    this.#source = source;
  }

  /** Reads a line without its CRLF. */
  async line(): Promise<string> {
    for (;;) {
      const end = this.#buffer.indexOf(NEWLINE);
      if (end >= 0) {
        const line = this.#buffer.subarray(0, end).toString("latin1");
        this.#buffer = this.#buffer.subarray(end + 1);
        if (!line.endsWith("\r")) throw malformed("A line does not end in CRLF.");
        return line.slice(0, -1);
      }
      if (this.#buffer.length > MAX_LINE_BYTES) throw malformed("A line is too long.");
      const more = await this.#next();
      if (!more) throw new S3Error("IncompleteBody");
      this.#buffer = Buffer.concat([this.#buffer, more]);
    }
  }

  /** Reads at least one and at most `count` bytes. */
  async upTo(count: number): Promise<Buffer> {
    while (this.#buffer.length === 0) {
      const more = await this.#next();
      if (!more) throw new S3Error("IncompleteBody");
      this.#buffer = more;
    }
    const bytes = this.#buffer.subarray(0, count);
    this.#buffer = this.#buffer.subarray(bytes.length);
    return bytes;
  }

  async requireEnd(): Promise<void> {
    for (let more: Buffer | undefined = this.#buffer; more; more = await this.#next()) {
      if (more.length > 0) throw malformed("There are bytes after the end of the body.");
    }
  }

  async #next(): Promise<Buffer | undefined> {
    const { done, value } = await this.#source.next();
    return done ? undefined : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
}

function malformed(message: string): S3Error {
  return new S3Error("InvalidRequest", `The body is not in the aws-chunked encoding. ${message}`);
}
