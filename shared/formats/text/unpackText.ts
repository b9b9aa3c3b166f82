import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { joinNames } from "@pdp/basics/wording";
import { inflateEntry, readZipDirectory, type ZipEntry } from "../zip/readZip.ts";
import { UnreadableZip, type ZipFault } from "../zip/unreadableZip.ts";
import { UnreadableText } from "./unreadableText.ts";

/** Maximum size of a text file after decompression, in bytes. */
export const MAX_UNPACKED_BYTES = 500_000_000;
const NAMES_SHOWN = 5;
/** Archive entries added by operating systems. */
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

/**
 * Yields the only file in a ZIP archive in chunks. Throws UnreadableText if there are several files, or if it is damaged or
 * too large.
 */
export async function* unzipText(path: string): AsyncGenerator<Buffer> {
  try {
    const bytes = await readFile(path);
    yield* inflateEntry(bytes, onlyEntry(readZipDirectory(bytes)), MAX_UNPACKED_BYTES);
  } catch (error) {
    throw error instanceof UnreadableZip ? unreadable(error.fault) : error;
  }
}

function unreadable(fault: ZipFault): UnreadableText {
  if (fault === "TOO_LARGE") return tooLarge();
  if (fault === "TOO_MANY_FILES") return new UnreadableText("the ZIP archive contains too many files");
  if (fault === "ENCRYPTED") {
    return new UnreadableText(
      "the ZIP archive is protected by a password, or compressed in an unusual way; unpack it",
    );
  }
  return new UnreadableText(DAMAGED);
}

/** Returns the file in an archive, ignoring those added by operating systems. */
function onlyEntry(entries: ReadonlyMap<string, ZipEntry>): ZipEntry {
  const files = [...entries.values()].filter(({ path }) => !SYSTEM_ENTRY.test(path));
  const [only] = files;
  if (only === undefined) throw new UnreadableText("the ZIP archive contains no file");
  if (files.length === 1) return only;
  const names = joinNames(
    files.map(({ path }) => path.slice(0, 100)),
    NAMES_SHOWN,
  );
  throw new UnreadableText(
    `the ZIP archive contains several files (${names}); unpack it and upload each of them`,
  );
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

function tooLarge(): UnreadableText {
  const megabytes = MAX_UNPACKED_BYTES / 1_000_000;
  return new UnreadableText(`the compressed file has more than ${megabytes} MB of text; split it`);
}
