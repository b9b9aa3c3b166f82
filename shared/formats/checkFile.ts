import { readFile } from "node:fs/promises";
import type { Column } from "@pdp/basics/columns";
import { type Problems, problemsOf } from "@pdp/basics/wording";
import { FORMATS } from "./options/fileFormat.ts";
import { requireProvenCounts } from "./parquet/copyForEngine.ts";
import { planParquet } from "./parquet/parquetSchema.ts";
import { isRearranged, openRows } from "./plates/openRows.ts";
import { withExclusions } from "./rowRules.ts";
import { reportProblems, type Scan, ScanReport } from "./scanReport.ts";
import type { Source } from "./source.ts";
import { openText } from "./text/openText.ts";
import { scanCsv } from "./text/scanCsv.ts";
import { scanNdjson } from "./text/scanNdjson.ts";
import { UnreadableText } from "./text/unreadableText.ts";
import { wrongContent } from "./wrongContent.ts";
import { SheetRows } from "./xlsx/sheetRows.ts";
import { UnreadableXlsx } from "./xlsx/unreadableXlsx.ts";
import { sheetOptions, XlsxSheet } from "./xlsx/xlsxRows.ts";

const CHECKED_ROWS = 1_000;

/**
 * Performs a quick check of a file when it is uploaded: its format, its header against the table, and the shape of its first
 * 1,000 rows. `ingestFile` checks the values.
 */
export async function checkFile(source: Source, columns: Column[]): Promise<Problems> {
  const reason = await wrongContent(source);
  if (reason !== undefined) return reportProblems(source, [{ file: source.name, reason }]);
  try {
    const { problems, badRows } = await check(source, columns);
    // Skipped rows are listed after all rows have been read.
    return source.reading?.bad_rows === "SKIP" && badRows?.areOnly ? problemsOf([]) : problems;
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    return reportProblems(source, [{ file: source.name, reason: error.message }]);
  }
}

async function check(given: Source, columns: Column[]): Promise<Pick<Scan, "problems" | "badRows">> {
  const source = withExclusions(given);
  if (isRearranged(source)) return scanCsv(await openRows(source), columns, { shapeOfRows: CHECKED_ROWS });
  switch (FORMATS[source.format].content) {
    case "cells":
    case "sequences":
      return scanCsv(await openText(source), columns, { shapeOfRows: CHECKED_ROWS });
    case "lines":
      return scanNdjson(await openText(source), columns, { shapeOfRows: CHECKED_ROWS });
    case "workbook":
      return checkXlsx(source, columns);
    case "columns": {
      const { problems } = await planParquet(source, columns);
      if (problems.length === 0) await requireProvenCounts(source.path);
      return { problems: reportProblems(source, problems) };
    }
  }
}

/** Checks the selected sheet, its header and its merged cells. */
async function checkXlsx(source: Source, columns: Column[]): Promise<ScanReport> {
  const report = new ScanReport(source, columns);
  try {
    const sheet = await XlsxSheet.open(await readFile(source.path), sheetOptions(source));
    const rows = new SheetRows(source, columns, report);
    for await (const read of sheet.rows()) {
      for (const row of read) rows.isHeaderKnown ? rows.watch(row) : rows.take(row);
      if (rows.isHeaderKnown && rows.isPlateKnown) break;
    }
    rows.endOfHeader(await sheet.findMerged());
  } catch (error) {
    if (!(error instanceof UnreadableXlsx)) throw error;
    report.addOfFile({ reason: error.message });
  }
  return report;
}
