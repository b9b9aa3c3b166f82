import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { proposeOptions } from "#shared/domain/loads/fileOptions.ts";
import { contentReason } from "#shared/lake/formats/detect/contentReason.ts";
import { describeHead, type HeadDescription } from "#shared/lake/formats/detect/describeHead.ts";
import { type ContentKind, detectContent } from "#shared/lake/formats/detect/detectContent.ts";
import { type DetectedEncoding, detectEncoding } from "#shared/lake/formats/detect/detectEncoding.ts";
import {
  type DecodedEncoding,
  NotInEncoding,
  TextDecoding,
} from "#shared/lake/formats/detect/textDecoding.ts";
import { fileChunks, passingChunks } from "#shared/lake/formats/fileChunks.ts";
import type { Source } from "#shared/lake/formats/source.ts";
import { LineSkipper } from "./lineSkipper.ts";
import { gunzipText, unzipText } from "./unpackText.ts";
import { UnreadableText } from "./unreadableText.ts";
import { Utf8Watch } from "./utf8Watch.ts";

/** Number of first bytes by which a file is recognized. */
export const HEAD_BYTES = 64 << 10;

/** Text of a file in UTF-8, without what is above its header. */
export interface OpenedText {
  source: Source;
  /** True if the file has exactly the bytes of the text. */
  isPlain: boolean;
  /** Recognizes the arrangement of the text's cells, given the names of the columns that are expected. */
  describe(names: readonly string[]): HeadDescription;
  /**
   * Yields the text in order, in at least one chunk; the last one is marked. A chunk is valid until the next one is
   * asked for. Throws UnreadableText.
   */
  chunks(signal?: AbortSignal): AsyncGenerator<TextChunk>;
}

export interface TextChunk {
  chunk: Buffer;
  final: boolean;
  /** Share of the text up to the end of the chunk, from 0 to 1; undefined if its length is not known. */
  share?: number;
}

type Compression = "GZIP" | "ZIP";

/**
 * Opens the text of a file, which may be compressed with gzip or the only file of a ZIP archive, in the encoding that
 * its options state. Throws UnreadableText if it is no such text.
 */
export async function openText(source: Source): Promise<OpenedText> {
  const { format, table, reading = {} } = source;
  const raw = await readHead(source.path);
  const compression = compressionOf(detectContent(raw.head));
  const { head, isWhole } = compression ? await readUnpackedHead(source.path, compression) : raw;
  const content = detectContent(head);
  if (content !== "TEXT" && !(content === "JSON_LINES" && format === "NDJSON"))
    throw new UnreadableText(contentReason(content, format, table));
  const decoding = decodingOf(source, detectEncoding(head));
  const skipped = (reading.header_row ?? 1) - 1;
  const isPlain = compression === undefined && decoding === undefined && skipped === 0;
  return {
    source,
    isPlain,
    describe: (names) => describeHead(head, isWhole, names),
    chunks: (signal) =>
      isPlain
        ? passingChunks(source.path, signal)
        : marked(skip(decode(source, read(source.path, compression), decoding), skipped), signal),
  };
}

/** Writes the text to a file of its own, unless it is one already. */
export async function materializeText(
  text: OpenedText,
  path: string,
  signal?: AbortSignal,
): Promise<OpenedText> {
  if (text.isPlain) return text;
  const { encoding: _, header_row = 1, ...reading } = text.source.reading ?? {};
  const contents = async function* () {
    for await (const { chunk } of text.chunks(signal)) yield chunk;
  };
  await pipeline(contents, createWriteStream(path, { flags: "wx" }));
  return {
    source: { ...text.source, path, reading, firstLine: header_row },
    isPlain: true,
    describe: (names) => ({ ...text.describe(names), encoding: "UTF-8" }),
    chunks: (later) => passingChunks(path, later),
  };
}

async function readHead(path: string): Promise<{ head: Buffer; isWhole: boolean }> {
  await using file = await open(path);
  const head = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
  return { head: head.subarray(0, bytesRead), isWhole: (await file.stat()).size <= HEAD_BYTES };
}

async function readUnpackedHead(
  path: string,
  compression: Compression,
): Promise<{ head: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of read(path, compression)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > HEAD_BYTES) return { head: Buffer.concat(chunks).subarray(0, HEAD_BYTES), isWhole: false };
  }
  return { head: Buffer.concat(chunks), isWhole: true };
}

function compressionOf(content: ContentKind): Compression | undefined {
  return content === "GZIP" || content === "ZIP" ? content : undefined;
}

/** Returns how the text is decoded; undefined for UTF-8. Throws UnreadableText if it is in another encoding. */
function decodingOf(
  { table, reading = {} }: Source,
  detected: DetectedEncoding,
): DecodedEncoding | undefined {
  const stated = reading.encoding ?? "UTF-8";
  const found = detected.startsWith("UTF-16") ? "UTF-16" : detected;
  if (detected === "UTF-32") throw new UnreadableText("the file is UTF-32; save it as UTF-8 text");
  if (found === "UTF-16" && stated !== "UTF-16") {
    const option = proposeOptions({ encoding: "UTF-16" }, table);
    throw new UnreadableText(`the file is UTF-16; ${option}, or save it as UTF-8 text`);
  }
  if (stated === "UTF-8") return undefined;
  if (stated === "UTF-16" && found === "UTF-16") return detected as "UTF-16LE" | "UTF-16BE";
  if (stated === "WINDOWS-1252") return stated;
  throw new UnreadableText(wrongEncoding(found, stated, table));
}

function wrongEncoding(found: string, stated: string, table: string | undefined): string {
  const option = proposeOptions({ encoding: found === "WINDOWS-1252" ? found : "UTF-8" }, table);
  return `the file is ${found}, not ${stated}; ${option}`;
}

async function* read(path: string, compression: Compression | undefined): AsyncGenerator<Buffer> {
  if (compression === "GZIP") yield* gunzipText(path);
  else if (compression === "ZIP") yield* unzipText(path);
  else for await (const { chunk } of fileChunks(path)) yield chunk;
}

async function* decode(
  { table }: Source,
  content: AsyncGenerator<Buffer>,
  encoding: DecodedEncoding | undefined,
): AsyncGenerator<Buffer> {
  if (encoding === undefined) {
    yield* content;
    return;
  }
  const decoding = new TextDecoding(encoding);
  const utf8 = encoding === "WINDOWS-1252" ? new Utf8Watch() : undefined;
  try {
    for await (const chunk of content) {
      utf8?.take(chunk);
      yield decoding.decode(chunk, false);
    }
    yield decoding.decode(Buffer.alloc(0), true);
  } catch (error) {
    if (!(error instanceof NotInEncoding)) throw error;
    throw new UnreadableText(`the text is not ${encoding.slice(0, 6)}: ${error.message}`);
  }
  if (utf8?.isCertain()) throw new UnreadableText(wrongEncoding("UTF-8", encoding, table));
}

async function* skip(content: AsyncGenerator<Buffer>, lines: number): AsyncGenerator<Buffer> {
  const skipper = new LineSkipper(lines);
  for await (const chunk of content) yield skipper.take(chunk);
  if (skipper.isDone) return;
  const found = `the file has ${skipper.lines.toLocaleString("en-US")} lines or fewer`;
  throw new UnreadableText(`${found}; its header cannot be in line ${lines + 1} ("header_row")`);
}

/** Marks the last chunk, and leaves out empty ones. */
async function* marked(content: AsyncGenerator<Buffer>, signal?: AbortSignal): AsyncGenerator<TextChunk> {
  let last: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    signal?.throwIfAborted();
    if (chunk.length === 0) continue;
    if (last.length > 0) yield { chunk: last, final: false };
    last = chunk;
  }
  yield { chunk: last, final: true };
}
