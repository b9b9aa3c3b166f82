import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { crc32, createGunzip } from "node:zlib";
import { type Entry, open, type ZipFile } from "yauzl";
import { joinNames } from "#shared/domain/wording/wording.ts";
import { UnreadableText } from "./unreadableText.ts";

/** Maximum size of a text that was compressed, in bytes. */
export const MAX_UNPACKED_BYTES = 500_000_000;
const MAX_ENTRIES = 1_000;
const NAMES_SHOWN = 5;
/** Entries that operating systems add. */
const SYSTEM_ENTRY = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)|\/$/;
const DAMAGED = "the compressed file is damaged, or incomplete";

/** Yields the text of a gzip file in chunks. Throws UnreadableText if it is damaged or too large. */
export async function* gunzipText(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  const unpacked = file.pipe(createGunzip());
  file.on("error", (error) => unpacked.destroy(error));
  try {
    yield* bounded(unpacked);
  } finally {
    file.destroy();
    unpacked.destroy();
  }
}

/** Yields the only file of a ZIP archive in chunks. Throws UnreadableText if there are several, as above otherwise. */
export async function* unzipText(path: string): AsyncGenerator<Buffer> {
  const archive = await openArchive(path);
  try {
    const entry = await onlyEntry(archive);
    if (entry.uncompressedSize > MAX_UNPACKED_BYTES) throw tooLarge();
    if (entry.isEncrypted())
      throw new UnreadableText("the ZIP archive is protected by a password; unpack it");
    const content = await contentOf(archive, entry);
    let sum = 0;
    try {
      for await (const chunk of bounded(content)) {
        sum = crc32(chunk, sum);
        yield chunk;
      }
    } finally {
      content.destroy();
    }
    if (sum !== entry.crc32) throw new UnreadableText(DAMAGED);
  } finally {
    archive.close();
  }
}

async function* bounded(content: Readable): AsyncGenerator<Buffer> {
  let length = 0;
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const { done, value } = await chunks.next().catch((error: Error & { syscall?: string }) => {
      throw error.syscall === undefined ? new UnreadableText(DAMAGED) : error;
    });
    if (done) return;
    length += value.length;
    if (length > MAX_UNPACKED_BYTES) throw tooLarge();
    yield value;
  }
}

function openArchive(path: string): Promise<ZipFile> {
  const { promise, resolve, reject } = Promise.withResolvers<ZipFile>();
  open(path, { lazyEntries: true, autoClose: false, decodeStrings: true }, (error, archive) => {
    if (error) reject(new UnreadableText(DAMAGED));
    else resolve(archive);
  });
  return promise;
}

function onlyEntry(archive: ZipFile): Promise<Entry> {
  const { promise, resolve, reject } = Promise.withResolvers<Entry>();
  const found: Entry[] = [];
  let count = 0;
  archive.on("error", () => reject(new UnreadableText(DAMAGED)));
  archive.on("entry", (entry: Entry) => {
    if (!SYSTEM_ENTRY.test(entry.fileName)) found.push(entry);
    if (++count < MAX_ENTRIES) archive.readEntry();
    else reject(severalFiles(found));
  });
  archive.on("end", () => {
    const [only] = found;
    if (only !== undefined && found.length === 1) resolve(only);
    else reject(severalFiles(found));
  });
  archive.readEntry();
  return promise;
}

function severalFiles(entries: readonly Entry[]): UnreadableText {
  if (entries.length === 0) return new UnreadableText("the ZIP archive holds no file");
  const names = joinNames(
    entries.map(({ fileName }) => fileName.slice(0, 100)),
    NAMES_SHOWN,
  );
  return new UnreadableText(
    `the ZIP archive holds several files (${names}); unpack it and upload each of them`,
  );
}

function contentOf(archive: ZipFile, entry: Entry): Promise<Readable> {
  const { promise, resolve, reject } = Promise.withResolvers<Readable>();
  archive.openReadStream(entry, (error, content) => {
    if (error) reject(new UnreadableText(DAMAGED));
    else resolve(content);
  });
  return promise;
}

function tooLarge(): UnreadableText {
  const megabytes = MAX_UNPACKED_BYTES / 1_000_000;
  return new UnreadableText(`the compressed file has more than ${megabytes} MB of text; split it`);
}
