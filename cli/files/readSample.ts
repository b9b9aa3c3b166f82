import { open } from "node:fs/promises";
import { contentReason } from "#shared/lake/formats/detect/contentReason.ts";
import { detectContent } from "#shared/lake/formats/detect/detectContent.ts";
import { NoSample, type Sample } from "#shared/lake/formats/preview/sample.ts";
import { sampleText } from "#shared/lake/formats/preview/sampleText.ts";
import { sampleXlsx } from "#shared/lake/formats/preview/sampleXlsx.ts";
import { UnreadableText } from "#shared/lake/formats/text/unreadableText.ts";
import { UnreadableXlsx } from "#shared/lake/formats/xlsx/unreadableXlsx.ts";

const HEAD_BYTES = 64 << 10;

/**
 * Recognizes a file and reads a part of it, as the service's preview does. Returns the reason if it cannot be read, and
 * null for Parquet, which states its columns and is checked by the service alone.
 */
export async function readSample(path: string, name: string): Promise<Sample | { reason: string } | null> {
  const source = { path, name, isCut: false };
  try {
    const content = detectContent(await readHead(path));
    if (content === "PARQUET") return null;
    if (content === "XLSX") return await sampleXlsx(source);
    if (content === "GZIP" || content === "ZIP") return await sampleText(source, content);
    if (content === "TEXT" || content === "JSON_LINES") return await sampleText(source, null);
    return { reason: contentReason(content, "CSV", undefined) };
  } catch (error) {
    const isKnown =
      error instanceof NoSample || error instanceof UnreadableText || error instanceof UnreadableXlsx;
    if (isKnown) return { reason: error.message };
    throw error;
  }
}

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path);
  const head = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
  return head.subarray(0, bytesRead);
}
