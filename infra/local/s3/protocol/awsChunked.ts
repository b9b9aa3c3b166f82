import { createHash } from "node:crypto";
import { equalSignatures, sha256Hex, sign } from "#infra/local/signature/signature.ts";
import type { ChunkSigning } from "./authenticate.ts";
import { S3Error } from "./s3Error.ts";

/** Says how to read a body in the `aws-chunked` encoding: the kinds of x-amz-content-sha256: STREAMING-…. */
export interface ChunkedOptions {
  /** Absent for STREAMING-UNSIGNED-PAYLOAD-TRAILER. */
  signing?: ChunkSigning;
  /** True where a trailer may follow the last chunk. */
  trailer: boolean;
}

/** Trailing headers, by lower-case name. */
export type Trailers = Map<string, string>;

const MAX_LINE_BYTES = 8 * 1024;
const MAX_TRAILERS = 16;
const NEWLINE = 10;

/**
 * Yields the content of a body in `aws-chunked` encoding: chunks of `<size in hexadecimal>[;chunk-signature=…]\r\n
 * <bytes>\r\n`, the last one empty, then the trailer. Returns the trailer. Bytes are yielded before the signature of
 * their chunk can be checked: the caller must not act on them before the end. Throws S3Error `IncompleteBody`,
 * `InvalidRequest` or `SignatureDoesNotMatch`.
 */
export async function* decodeAwsChunked(
  source: AsyncIterable<Uint8Array>,
  options: ChunkedOptions,
): AsyncGenerator<Buffer, Trailers> {
  const input = new Input(source[Symbol.asyncIterator]());
  const signatures = options.signing ? new SignatureChain(options.signing) : undefined;
  for (;;) {
    const { size, signature } = parseChunkLine(await input.line());
    const hash = signatures ? createHash("sha256") : undefined;
    for (let left = size; left > 0; ) {
      const bytes = await input.upTo(left);
      left -= bytes.length;
      hash?.update(bytes);
      yield bytes;
    }
    if (hash) signatures?.checkChunk(signature, hash.digest("hex"));
    if (size === 0) break;
    if ((await input.line()) !== "") throw malformed("A chunk is longer than its size says.");
  }
  const { trailers, signature } = await readTrailers(input);
  if (!options.trailer && trailers.size > 0) throw malformed("This body may not have a trailer.");
  if (options.trailer) signatures?.checkTrailers(signature, trailers);
  await input.requireEnd();
  return trailers;
}

function parseChunkLine(line: string): { size: number; signature: string | undefined } {
  const match = /^([0-9a-fA-F]{1,11})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(line);
  if (!match?.[1]) throw malformed("A chunk's size cannot be read.");
  return { size: Number.parseInt(match[1], 16), signature: match[2] };
}

/** Reads up to the empty line. */
async function readTrailers(input: Input): Promise<{ trailers: Trailers; signature: string | undefined }> {
  const trailers: Trailers = new Map();
  for (let line = await input.line(); line !== ""; line = await input.line()) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon < 1 || name === "" || trailers.has(name) || trailers.size === MAX_TRAILERS) {
      throw malformed("The trailer cannot be read.");
    }
    trailers.set(name, line.slice(colon + 1).trim());
  }
  const signature = trailers.get("x-amz-trailer-signature");
  trailers.delete("x-amz-trailer-signature");
  return { trailers, signature };
}

/** Checks signatures, each of which covers the one before it, so that chunks can be neither dropped nor moved. */
class SignatureChain {
  readonly #signing: ChunkSigning;
  #previous: string;

  constructor(signing: ChunkSigning) {
    this.#signing = signing;
    this.#previous = signing.seed;
  }

  checkChunk(given: string | undefined, contentHash: string): void {
    this.#check("AWS4-HMAC-SHA256-PAYLOAD", given, [sha256Hex(""), contentHash]);
  }

  checkTrailers(given: string | undefined, trailers: Trailers): void {
    const text = [...trailers].map(([name, value]) => `${name}:${value}\n`).join("");
    this.#check("AWS4-HMAC-SHA256-TRAILER", given, [sha256Hex(text)]);
  }

  #check(algorithm: string, given: string | undefined, hashes: string[]): void {
    const { key, time, scope } = this.#signing;
    const expected = sign(key, [algorithm, time, scope, this.#previous, ...hashes]);
    if (given === undefined || !equalSignatures(given, expected)) throw new S3Error("SignatureDoesNotMatch");
    this.#previous = expected;
  }
}

/** Reads the bytes of the source, by line or by count, however they were cut on their way. */
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

  /** Reads at least one byte, at most `count`. */
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
