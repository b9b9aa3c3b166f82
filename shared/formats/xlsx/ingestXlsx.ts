import { open, readFile, rm } from "node:fs/promises";
import type { Column } from "#shared/domain/column.ts";
import { typedNotation } from "#shared/formats/cellRules.ts";
import {
  type ConversionLimits,
  type ConversionResult,
  LINE_COLUMN,
} from "#shared/formats/convertWithDuckDb.ts";
import type { Scan } from "#shared/formats/scanReport.ts";
import type { Source } from "#shared/formats/source.ts";
import { convertCsv } from "#shared/formats/text/ingestCsv.ts";
import { TextWriter } from "#shared/formats/text/textWriter.ts";
import { scanXlsx } from "./scanXlsx.ts";

/** Checks the sheet while writing it as a plain CSV file, which the engine then converts. */
export async function ingestXlsx(
  source: Source,
  columns: readonly Column[],
  target: string,
  scratch: string,
  limits: ConversionLimits,
): Promise<{ scan: Scan; written: ConversionResult | undefined }> {
  const path = `${scratch}/sheet.csv`;
  try {
    const { scan, bytes } = await writeSheet(source, columns, path, limits);
    if (scan.problems.count > 0) return { scan, written: undefined };
    const positions = columns.map((_, index) => index);
    const csv = {
      path,
      delimiter: ",",
      positions,
      width: columns.length + 1,
      linePosition: columns.length,
      rowBytes: bytes / Math.max(scan.rows, 1),
      options: typedNotation(source.reading ?? {}),
    };
    return { scan, written: await convertCsv(csv, columns, target, limits) };
  } finally {
    await rm(path, { force: true });
  }
}

async function writeSheet(
  source: Source,
  columns: readonly Column[],
  path: string,
  { signal, onProgress }: ConversionLimits,
): Promise<{ scan: Scan; bytes: number }> {
  await using file = await open(path, "wx");
  const writer = new TextWriter(file);
  writer.row([...columns.map(({ name }) => name), LINE_COLUMN]);
  const scan = await scanXlsx(await readFile(source.path), source, columns, { writer, onProgress, signal });
  await writer.flush();
  return { scan, bytes: (await file.stat()).size };
}
