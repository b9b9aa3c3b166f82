import { constants, copyFile, open } from "node:fs/promises";
import { UnreadableText } from "../text/unreadableText.ts";
import { patchFooter } from "./exactTimes.ts";
import { PageHeaders } from "./pageHeaders.ts";
import { provenFooter } from "./provenFooter.ts";
import { readFooterBytes, readParquetFooter } from "./readParquetFooter.ts";
import { RowCounts } from "./rowCounts.ts";
import { BrokenFooter } from "./thriftReader.ts";

/**
 * Copies an uploaded Parquet file for the engine, without its writer's claims about the rows, which the engine would believe
 * (ADR 100). With `exactTimes`, the engine reads all times without loss. Returns the size of the pages without compression, in
 * bytes. Throws UnreadableText if the stated number of rows differs from the pages.
 */
export async function copyForEngine(
  path: string,
  target: string,
  { exactTimes }: { exactTimes: boolean },
): Promise<number> {
  const { footer, position, pageBytes } = await readProven(path);
  await copyFile(path, target, constants.COPYFILE_FICLONE);
  await replaceFooter(target, position, exactTimes ? patchFooter(footer) : footer);
  return pageBytes;
}

/** Throws UnreadableText if the stated number of rows or values of a Parquet file differs from its pages. */
export async function requireProvenCounts(path: string): Promise<void> {
  await readProven(path);
}

/** Returns the footer without claims, its position, and the size of the pages without compression. */
async function readProven(path: string): Promise<{ footer: Buffer; position: number; pageBytes: number }> {
  const footer = await readParquetFooter(path);
  if (typeof footer === "string") throw new UnreadableText(footer);
  const raw = await readFooterBytes(path);
  if (typeof raw === "string") throw new UnreadableText(raw);
  await using source = await open(path);
  const counts = new RowCounts(footer.schema, new PageHeaders(source.fd, raw.position));
  const proven = readable(() => {
    const bytes = provenFooter(raw.bytes, (group) => counts.add(group));
    counts.finish(footer.rows);
    return bytes;
  });
  return { footer: proven, position: raw.position, pageBytes: counts.bytes };
}

function readable<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof BrokenFooter) throw new UnreadableText(error.message);
    throw error;
  }
}

async function replaceFooter(path: string, position: number, footer: Buffer): Promise<void> {
  await using file = await open(path, "r+");
  await file.truncate(position);
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(footer.length, 0);
  tail.write("PAR1", 4, "latin1");
  await file.write(Buffer.concat([footer, tail]), 0, footer.length + tail.length, position);
}
