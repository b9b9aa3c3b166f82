import { open } from "node:fs/promises";
import { type ContentKind, detectContent } from "../detect/detectContent.ts";
import { fileChunks, passingChunks } from "../fileChunks.ts";
import type { Source } from "../source.ts";
import { openBytes } from "./openBytes.ts";
import type { OpenedText } from "./openedText.ts";
import { gunzipText, unzipText } from "./unpackText.ts";

/** Number of leading bytes used to recognize a file. */
export const HEAD_BYTES = 64 << 10;

export type Compression = "GZIP" | "ZIP";

/**
 * Opens the text of a file in the encoding stated in its options. The file may be compressed with gzip or be the only file in
 * a ZIP archive. Throws UnreadableText for other content.
 */
export async function openText(source: Source): Promise<OpenedText> {
  const { path } = source;
  const raw = await readHead(path);
  const compression = compressionOf(detectContent(raw.head));
  return openBytes(source, {
    ...(compression ? await readUnpackedHead(path, compression) : raw),
    read: () => read(path, compression),
    pass: compression ? undefined : (signal) => passingChunks(path, signal),
  });
}

/** Writes the text to a separate file, unless the file already contains exactly this text. */
export async function materializeText(
  text: OpenedText,
  path: string,
  signal?: AbortSignal,
): Promise<OpenedText> {
  if (text.isPlain) return text;
  const { encoding: _, header_row = 1, last_row: _last, ...reading } = text.source.reading ?? {};
  // A stream would keep chunks that are overwritten in the meantime.
  await using file = await open(path, "wx");
  for await (const { chunk } of text.chunks(signal)) await file.writeFile(chunk);
  return {
    source: { ...text.source, path, reading, firstLine: text.source.firstLine ?? header_row },
    isPlain: true,
    describe: (names) => ({ ...text.describe(names), encoding: "UTF-8" }),
    hasBackslashQuotes: (delimiter) => text.hasBackslashQuotes(delimiter),
    chunks: (later) => passingChunks(path, later),
    ...(text.notes && { notes: text.notes }),
    ...(text.values && { values: text.values }),
  };
}

/**
 * Detects the type of a file from its first bytes, or of its content if it is compressed. Throws UnreadableText if the content
 * is damaged.
 */
export async function contentOf(
  path: string,
): Promise<{ content: ContentKind; compression: Compression | null }> {
  const { head } = await readHead(path);
  const content = detectContent(head);
  const compression = compressionOf(content) ?? null;
  return { content: compression === null ? content : detectContent(await headOf(path)), compression };
}

/** Returns the first bytes of a file, or of its content if it is compressed. Throws UnreadableText if the content is damaged. */
export async function headOf(path: string): Promise<Buffer> {
  const { head } = await readHead(path);
  const compression = compressionOf(detectContent(head));
  return compression === undefined ? head : (await readUnpackedHead(path, compression)).head;
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

async function* read(path: string, compression: Compression | undefined): AsyncGenerator<Buffer> {
  if (compression === "GZIP") yield* gunzipText(path);
  else if (compression === "ZIP") yield* unzipText(path);
  else for await (const { chunk } of fileChunks(path)) yield chunk;
}
