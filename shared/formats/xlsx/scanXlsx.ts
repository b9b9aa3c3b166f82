import type { Column } from "@pdp/basics/columns";
import type { OnProgress } from "../engine/convertWithDuckDb.ts";
import { ScanReport } from "../scanReport.ts";
import type { Source } from "../source.ts";
import type { RowWriter } from "../text/rowWriter.ts";
import { SheetRows } from "./sheetRows.ts";
import { UnreadableXlsx } from "./unreadableXlsx.ts";
import { sheetOptions, XlsxSheet } from "./xlsxRows.ts";

export interface XlsxScanOptions {
  /** Receives the rows as plain CSV, in the table's column order and with their row numbers. */
  writer?: RowWriter;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

/** Reads every cell of a workbook's sheet once, and finds all problems. */
export async function scanXlsx(
  bytes: Buffer,
  source: Source,
  columns: readonly Column[],
  { writer, onProgress, signal }: XlsxScanOptions = {},
): Promise<ScanReport> {
  const report = new ScanReport(source, columns);
  const rows = new SheetRows(source, columns, report, writer);
  try {
    const sheet = await XlsxSheet.open(bytes, sheetOptions(source), signal);
    reading: for await (const read of sheet.rows()) {
      for (const row of read) {
        if (!rows.take(row)) break reading;
        if (writer?.full) await writer.flush();
      }
      onProgress?.(sheet.share, report.rows);
    }
    rows.end(sheet);
  } catch (error) {
    if (!(error instanceof UnreadableXlsx)) throw error;
    report.addOfFile({ reason: error.message });
  }
  return report;
}
