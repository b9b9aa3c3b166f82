import { open, rm } from "node:fs/promises";
import type { Column } from "#shared/domain/column.ts";
import { problemCount } from "#shared/domain/problem.ts";
import type { ConversionLimits, ConversionResult } from "#shared/lake/formats/convertWithDuckDb.ts";
import { type Scan, ScanReport } from "#shared/lake/formats/scanReport.ts";
import { MAX_ROW_BYTES, type Source } from "#shared/lake/formats/source.ts";
import { convertCsv } from "#shared/lake/formats/text/ingestCsv.ts";
import { TextWriter } from "#shared/lake/formats/text/textWriter.ts";
import { readXlsxCell } from "./readXlsxCell.ts";
import { UnreadableXlsx } from "./unreadableXlsx.ts";
import { headerNames, xlsxRows } from "./xlsxRows.ts";
import { isEmpty, MAX_CELLS, tooManyCells, type XlsxRow } from "./xlsxSheet.ts";

/** Checks the first sheet while writing it as a plain CSV file, which the engine then converts. */
export async function ingestXlsx(
  source: Source,
  columns: readonly Column[],
  target: string,
  scratch: string,
  limits: ConversionLimits,
): Promise<{ scan: Scan; written: ConversionResult | undefined }> {
  const path = `${scratch}/sheet.csv`;
  try {
    const { scan, bytes } = await writeSheet(source, columns, path, limits.signal);
    if (problemCount(scan.problems) > 0) return { scan, written: undefined };
    const positions = columns.map((_, index) => index);
    const csv = {
      path,
      delimiter: ",",
      positions,
      width: columns.length,
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
  signal?: AbortSignal,
): Promise<{ scan: Scan; bytes: number }> {
  await using file = await open(path, "wx");
  const writer = new TextWriter(file);
  const scan = new ScanReport(source, columns);
  const rows = new RowWriter(columns, scan, writer);
  writer.row(columns.map(({ name }) => name));
  try {
    for await (const row of xlsxRows(source.path, signal)) {
      if (!rows.take(row)) break;
      if (writer.full) await writer.flush();
    }
    if (!rows.hasHeader && !scan.hasProblems) scan.add({ reason: "the first sheet is empty" });
  } catch (error) {
    if (!(error instanceof UnreadableXlsx)) throw error;
    scan.add({ reason: error.message });
  }
  await writer.flush();
  return { scan, bytes: (await file.stat()).size };
}

/** Checks the rows of a sheet and writes them in the table's order of columns. */
class RowWriter {
  private readonly columns: readonly Column[];
  private readonly report: ScanReport;
  private readonly writer: TextWriter;
  private positions: readonly number[] = [];
  private width = 0;

  constructor(columns: readonly Column[], report: ScanReport, writer: TextWriter) {
    this.columns = columns;
    this.report = report;
    this.writer = writer;
  }

  get hasHeader(): boolean {
    return this.width > 0;
  }

  /** Takes the header or a row; returns false if the header does not match. */
  take({ line, values }: XlsxRow): boolean {
    if (this.hasHeader) {
      this.writeRow(line, values);
      return true;
    }
    const positions = this.report.matchHeader(headerNames(values), line);
    this.positions = positions ?? [];
    this.width = values.length;
    return positions !== undefined;
  }

  private writeRow(line: number, values: XlsxRow["values"]): void {
    const { report, width } = this;
    report.rows++;
    // Empty rows are written with all columns too.
    if (report.rows * this.columns.length > MAX_CELLS) throw tooManyCells();
    if (values.length > width) {
      const outside = values.findIndex((value, index) => index >= width && !isEmpty(value));
      report.add({
        line,
        reason: `a value stands in column ${outside + 1}, the header has ${width} columns`,
      });
    }
    const cells = this.columns.map((column, index) => {
      const { text, reading } = readXlsxCell(column, values[this.positions[index] as number] ?? null);
      report.count(index, line, reading, text);
      return reading === "value" || reading === "zero" ? text : null;
    });
    const length = cells.reduce((sum, cell) => sum + 3 * (cell?.length ?? 0) + 3, 0);
    if (length > MAX_ROW_BYTES) report.add({ line, reason: "the row is too long; load the data as Parquet" });
    this.writer.row(cells);
  }
}
