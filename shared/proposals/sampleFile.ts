import { type ContentKind, contentReason } from "@pdp/formats/layouts";
import { isSequenceFormat } from "@pdp/formats/options";

import { NoSample, type PreviewSource, type Sample } from "./sample.ts";
import { sampleSequences } from "./sampleSequences.ts";
import { sampleText } from "./sampleText.ts";
import { sampleXlsx } from "./sampleXlsx.ts";

const TEXTS: readonly ContentKind[] = ["TEXT", "JSON_LINES"];

/**
 * Reads the first rows of a text file, a sequence file or a workbook, as determined by `content`; for a compressed file, the
 * rows of its content. Throws NoSample, UnreadableText or UnreadableXlsx.
 */
export async function sampleFile(
  source: PreviewSource,
  content: ContentKind,
  compression: "GZIP" | "ZIP" | null,
): Promise<Sample> {
  const sample = await sampleOf(source, content, compression);
  return { ...sample, isHeaderStated: source.headerRow !== undefined };
}

async function sampleOf(
  source: PreviewSource,
  content: ContentKind,
  compression: "GZIP" | "ZIP" | null,
): Promise<Sample> {
  if (content === "XLSX" && compression === null) return sampleXlsx(source);
  if (isSequenceFormat(content)) return sampleSequences(source, content, compression);
  if (TEXTS.includes(content)) return sampleText(source, compression);
  throw new NoSample(contentReason(content, "CSV", undefined));
}
