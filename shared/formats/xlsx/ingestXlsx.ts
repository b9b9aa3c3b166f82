import { readFile } from "node:fs/promises";
import type { Column } from "#shared/basics/columns/column.ts";
import type { ConversionLimits, ConversionResult } from "#shared/formats/engine/convertWithDuckDb.ts";
import type { Scan } from "#shared/formats/scanReport.ts";
import type { Source } from "#shared/formats/source.ts";
import { ingestRewritten } from "#shared/formats/text/ingestRewritten.ts";
import { scanXlsx } from "./scanXlsx.ts";

/** Checks the sheet while writing it as a plain CSV file, which the engine then converts. */
export async function ingestXlsx(
  source: Source,
  columns: readonly Column[],
  target: string,
  scratch: string,
  limits: ConversionLimits,
): Promise<{ scan: Scan; written: ConversionResult | undefined }> {
  const { onProgress, signal } = limits;
  return ingestRewritten(source, columns, target, scratch, limits, async (writer) =>
    scanXlsx(await readFile(source.path), source, columns, { writer, onProgress, signal }),
  );
}
