import { open, rm } from "node:fs/promises";
import type { Column } from "#shared/domain/column.ts";
import {
  type ConversionLimits,
  type ConversionResult,
  LINE_COLUMN,
} from "#shared/lake/formats/convertWithDuckDb.ts";
import { type Scan, ScanReport } from "#shared/lake/formats/scanReport.ts";
import type { Source } from "#shared/lake/formats/source.ts";
import { convertCsv } from "#shared/lake/formats/text/ingestCsv.ts";
import { TextWriter } from "#shared/lake/formats/text/textWriter.ts";
import { SheetRows } from "./sheetRows.ts";
import { UnreadableXlsx } from "./unreadableXlsx.ts";
import { sheetOptions, XlsxSheet } from "./xlsxRows.ts";

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
  const scan = new ScanReport(source, columns);
  const rows = new SheetRows(source, columns, scan, writer);
  writer.row([...columns.map(({ name }) => name), LINE_COLUMN]);
  try {
    const sheet = await XlsxSheet.open(source.path, sheetOptions(source), signal);
    reading: for await (const read of sheet.rows()) {
      for (const row of read) {
        if (!rows.take(row)) break reading;
        if (writer.full) await writer.flush();
      }
      onProgress?.(sheet.share, scan.rows);
    }
    rows.end(sheet);
  } catch (error) {
    if (!(error instanceof UnreadableXlsx)) throw error;
    scan.add({ reason: error.message });
  }
  await writer.flush();
  return { scan, bytes: (await file.stat()).size };
}
