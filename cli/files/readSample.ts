import { open } from "node:fs/promises";
import { contentReason } from "#shared/formats/detect/contentReason.ts";
import { detectContent } from "#shared/formats/detect/detectContent.ts";
import { arrangeRows } from "#shared/formats/preview/arrangeRows.ts";
import { parquetTypes } from "#shared/formats/preview/parquetTypes.ts";
import { NoSample, type Sample } from "#shared/formats/preview/sample.ts";
import { sampleText } from "#shared/formats/preview/sampleText.ts";
import { sampleXlsx } from "#shared/formats/preview/sampleXlsx.ts";
import { UnreadableText } from "#shared/formats/text/unreadableText.ts";
import { UnreadableXlsx } from "#shared/formats/xlsx/unreadableXlsx.ts";

const HEAD_BYTES = 64 << 10;

/**
 * Recognizes a file and reads a part of it, as the service's preview does. Returns the reason if it cannot be read.
 * `headerRow` is the line of the header, if it is stated.
 */
export async function readSample(
  path: string,
  name: string,
  headerRow?: number,
): Promise<Sample | { reason: string }> {
  const source = { path, name, isCut: false, ...(headerRow !== undefined && { headerRow }) };
  try {
    const content = detectContent(await readHead(path));
    if (content === "PARQUET") return await sampleParquet(path, name);
    if (content === "XLSX") return arrangeRows(await sampleXlsx(source), name);
    if (content === "GZIP" || content === "ZIP") return arrangeRows(await sampleText(source, content), name);
    if (content === "TEXT" || content === "JSON_LINES")
      return arrangeRows(await sampleText(source, null), name);
    return { reason: contentReason(content, "CSV", undefined) };
  } catch (error) {
    const isKnown =
      error instanceof NoSample || error instanceof UnreadableText || error instanceof UnreadableXlsx;
    if (isKnown) return { reason: error.message };
    throw error;
  }
}

/** Reads the columns of a Parquet file, which states their types; the rows are for the service to read. */
async function sampleParquet(path: string, name: string): Promise<Sample> {
  const { names, types } = await parquetTypes({ path, name });
  const cells = names.map(() => []);
  return { format: "PARQUET", found: {}, options: {}, header: names, cells, rows: 0, isWhole: false, types };
}

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path);
  const head = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
  return head.subarray(0, bytesRead);
}
