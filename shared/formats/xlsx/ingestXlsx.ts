import { readFile } from "node:fs/promises";
import type { Column } from "@pdp/basics/columns";
import type { ConversionLimits, ConversionResult } from "../engine/convertWithDuckDb.ts";
import type { Scan } from "../scanReport.ts";
import type { Source } from "../source.ts";
import { ingestRewritten } from "../text/ingestRewritten.ts";
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
