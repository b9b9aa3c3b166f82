import { open, rm } from "node:fs/promises";
import type { Column } from "#shared/domain/column.ts";
import { addProblem, noProblems, type Problems, problemCount } from "#shared/domain/problem.ts";
import type { ConversionLimits, Written } from "#shared/lake/formats/convertWithDuckDb.ts";
import { matchColumns, sourceName } from "#shared/lake/formats/matchColumns.ts";
import { MISSING_REASON } from "#shared/lake/formats/readScalar.ts";
import { MAX_ROW_BYTES, type Source } from "#shared/lake/formats/source.ts";
import { emptyTallies, type Tally } from "#shared/lake/formats/tally.ts";
import { convertCsv } from "#shared/lake/formats/text/ingestCsv.ts";
import { TextWriter } from "#shared/lake/formats/text/textWriter.ts";
import { readXlsxCell } from "./readXlsxCell.ts";
import { UnreadableXlsx } from "./unreadableXlsx.ts";
import { headerNames, xlsxRows } from "./xlsxRows.ts";
import { isEmpty, MAX_CELLS, tooManyCells, type XlsxRow } from "./xlsxSheet.ts";

export interface XlsxScan {
  rows: number;
  problems: Problems;
  tallies: Tally[];
}

/** Checks the first sheet while writing it as a plain CSV file, which the engine then converts. */
export async function ingestXlsx(
  source: Source,
  columns: readonly Column[],
  target: string,
  scratch: string,
  limits: ConversionLimits,
): Promise<{ scan: XlsxScan; written: Written | undefined }> {
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
): Promise<{ scan: XlsxScan; bytes: number }> {
  await using file = await open(path, "wx");
  const writer = new TextWriter(file);
  const sheet = new SheetReader(source, columns);
  writer.row(columns.map(({ name }) => name));
  try {
    for await (const row of xlsxRows(source.path, signal)) {
      if (!sheet.hasHeader) {
        if (!sheet.readHeader(row)) break;
      } else {
        writer.row(sheet.readRow(row));
        if (writer.full) await writer.flush();
      }
    }
    sheet.end();
  } catch (error) {
    if (!(error instanceof UnreadableXlsx)) throw error;
    addProblem(sheet.scan.problems, { file: source.name, reason: error.message });
  }
  await writer.flush();
  return { scan: sheet.scan, bytes: (await file.stat()).size };
}

class SheetReader {
  readonly scan: XlsxScan;
  private readonly source: Source;
  private readonly columns: readonly Column[];
  private positions: number[] = [];
  private width = 0;

  constructor(source: Source, columns: readonly Column[]) {
    this.source = source;
    this.columns = columns;
    this.scan = { rows: 0, problems: noProblems(), tallies: emptyTallies(columns) };
  }

  get hasHeader(): boolean {
    return this.width > 0;
  }

  readHeader({ line, values }: XlsxRow): boolean {
    const { positions, problems } = matchColumns(this.columns, headerNames(values), this.source.name, line);
    for (const problem of problems) addProblem(this.scan.problems, problem);
    this.positions = positions;
    this.width = values.length;
    return problems.length === 0;
  }

  /** Returns the row's cells as text, in the table's order. */
  readRow({ line, values }: XlsxRow): (string | null)[] {
    this.scan.rows++;
    // Empty rows are written with all columns too.
    if (this.scan.rows * this.columns.length > MAX_CELLS) throw tooManyCells();
    if (values.length > this.width) {
      const outside = values.findIndex((value, index) => index >= this.width && !isEmpty(value));
      this.report(line, `a value stands in column ${outside + 1}, the header has ${this.width} columns`);
    }
    const cells = this.columns.map((column, index) => this.readCell(column, index, line, values));
    const length = cells.reduce((sum, cell) => sum + 3 * (cell?.length ?? 0) + 3, 0);
    if (length > MAX_ROW_BYTES) this.report(line, "the row is too long; load the data as Parquet");
    return cells;
  }

  end(): void {
    if (this.hasHeader || problemCount(this.scan.problems) > 0) return;
    addProblem(this.scan.problems, { file: this.source.name, reason: "the first sheet is empty" });
  }

  private readCell(column: Column, index: number, line: number, values: XlsxRow["values"]): string | null {
    const tally = this.scan.tallies[index] as Tally;
    const reading = readXlsxCell(column, values[this.positions[index] as number] ?? null);
    if ("fault" in reading) {
      const { reason, path = "", value } = reading.fault;
      this.report(line, reason, sourceName(column) + path, value);
      return null;
    }
    if (reading.text === null) {
      tally.missing++;
      if (!column.nullable) this.report(line, MISSING_REASON, sourceName(column));
    } else if (reading.zero) tally.zeros++;
    return reading.text;
  }

  private report(line: number, reason: string, column?: string, value?: string): void {
    addProblem(this.scan.problems, {
      file: this.source.name,
      line,
      ...(column !== undefined && { column }),
      ...(value !== undefined && { value }),
      reason,
    });
  }
}
