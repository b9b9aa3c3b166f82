import type { Column } from "@pdp/basics/columns";
import { mayBePlateLine, plateReason } from "../detect/plateGrid.ts";
import type { OnProgress } from "../engine/convertWithDuckDb.ts";
import { joinHeaders } from "../joinHeaders.ts";
import { LineRuns } from "../lineRuns.ts";
import { RowRules } from "../rowRules.ts";
import { type Scan, ScanReport } from "../scanReport.ts";
import { CsvCells } from "./csvCells.ts";
import { CsvRecords } from "./csvRecords.ts";
import type { OpenedText } from "./openedText.ts";
import { delimiterOf, proposeLayout } from "./proposeLayout.ts";
import type { RecordFault } from "./recordFault.ts";
import type { RowWriter } from "./rowWriter.ts";
import { unreadColumns } from "./unreadColumns.ts";
import { widthAdvice } from "./widthAdvice.ts";

/** Maximum number of cells in a row for which the cause of a wrong cell count is determined. */
const MAX_LOOKED_AT = 1_000;

export interface CsvScan extends Scan {
  /** Position of each table column in the file; empty if the header does not match. */
  positions: readonly number[];
  /** Number of cells per row. */
  width: number;
  /** True if all CSV readers interpret the file in the same way. */
  plain: boolean;
  /** Line number of each row. */
  lines: LineRuns;
}

export interface CsvScanOptions {
  /** Number of rows after which to stop; only their shape is checked, not their values. */
  shapeOfRows?: number;
  /** Called when the header has matched, before the rows are read. */
  onHeader?: (positions: readonly number[], width: number, bytesRead: Buffer) => void;
  /** Called at the first problem. */
  onProblem?: () => void;
  onProgress?: OnProgress;
  /** Receives the rows as plain CSV, in the table's column order and followed by their line numbers. */
  writer?: RowWriter;
  signal?: AbortSignal;
}

/** Scans the text of a CSV or TSV file once, in bounded memory, and finds all problems. Throws UnreadableText. */
export async function scanCsv(
  text: OpenedText,
  columns: readonly Column[],
  options: CsvScanOptions = {},
): Promise<CsvScan> {
  const scanner = new CsvScanner(text, columns, options);
  for await (const { chunk, final, share } of text.chunks(options.signal)) {
    if (!scanner.take(chunk, final)) break;
    if (options.writer?.full) await options.writer.flush();
    if (share !== undefined) options.onProgress?.(share, scanner.rows);
  }
  return scanner.result();
}

class CsvScanner {
  private readonly text: OpenedText;
  private readonly columns: readonly Column[];
  private readonly options: CsvScanOptions;
  private readonly records: CsvRecords;
  private readonly report: ScanReport;
  private readonly lines = new LineRuns();
  private readonly rules: RowRules;
  private readonly cells: CsvCells;
  /** Names in the header rows read so far. */
  private readonly headers: string[][] = [];
  private positions: readonly number[] = [];
  private width = 0;
  private hasHeader = false;
  private hasRowNames = false;
  private hasShortRows = false;

  constructor(text: OpenedText, columns: readonly Column[], options: CsvScanOptions) {
    const { source } = text;
    this.text = text;
    this.options = options;
    const delimiter = delimiterOf(source);
    this.records = new CsvRecords(
      delimiter,
      source.reading?.header_row ?? source.firstLine,
      source.table,
      text.hasBackslashQuotes(delimiter),
    );
    this.report = new ScanReport(source, columns, options.onProblem);
    this.rules = new RowRules(source);
    this.columns = columns;
    this.cells = new CsvCells(source, columns, this.records, this.report, this.rules, options.writer);
  }

  get rows(): number {
    return this.report.rows;
  }

  /** Processes a chunk; returns false if it is pointless to continue. */
  take(chunk: Buffer, final: boolean): boolean {
    const { records, report, options } = this;
    records.push(chunk, final);
    if (records.fault !== undefined) this.addFault(records.fault);
    while (records.next()) {
      if (records.fault !== undefined) {
        if (!this.hasHeader) return this.refuseHeader(records.fault);
        if (this.isSkipped()) {
          this.rules.noteExcluded(records.line);
          continue;
        }
        this.addFault(records.fault);
        if (records.fault.isFatal) return false;
        report.rows++;
      } else if (!this.hasHeader) {
        if (this.isHeaderRead() && !this.readHeader()) return false;
      } else if (records.isEmpty()) report.emptyRows++;
      else if (!this.isExcluded()) {
        report.rows++;
        this.lines.push(records.line);
        if (records.count !== this.width && !this.fillsRow()) this.addWidthProblem();
        else if (options.shapeOfRows === undefined) this.cells.checkRow();
      }
      if (report.rows === options.shapeOfRows) return false;
    }
    return !records.fault?.isFatal;
  }

  result(): CsvScan {
    const { report, positions, width, lines } = this;
    if (!this.hasHeader && !report.hasProblems) report.addOfFile({ reason: "the file is empty" });
    if (positions.length > 0 && this.options.shapeOfRows === undefined) {
      for (const problem of this.rules.unused()) report.addOfFile(problem);
      report.warnings.push(...this.rules.warnings().map((words) => `${this.text.source.name}: ${words}.`));
    }
    const { source } = this.text;
    const notes = [...(this.text.notes ?? []), ...unreadColumns(this.text, this.columns)];
    if (notes.length > 0) report.warnings.push(`${source.name}: not loaded: ${notes.join(", ")}.`);
    report.finish();
    const { rows, problems, tallies, emptyRows, badRows } = report;
    const isComplete = emptyRows === 0 && this.text.source.skipped === undefined && !this.hasShortRows;
    const plain = this.records.plain && isComplete;
    const isReadToEnd = this.records.fault?.isFatal !== true;
    const { warnings } = report;
    return {
      rows,
      problems,
      tallies,
      emptyRows,
      warnings,
      isReadToEnd,
      badRows,
      positions,
      width,
      plain,
      lines,
    };
  }

  /** Tells whether the record differs from the header only by missing or additional empty cells at the end. */
  private fillsRow(): boolean {
    const { records, width } = this;
    const isOffered = this.text.source.reading?.short_rows === "FILL" && records.count > 1;
    const isFilled = isOffered && (records.count < width || records.isEmptyFrom(width));
    this.hasShortRows ||= isFilled;
    return isFilled;
  }

  /** Tells whether the current record is skipped. */
  private isSkipped(): boolean {
    return this.text.source.skipped?.has(this.records.line) ?? false;
  }

  /** Tells whether the current record is skipped, by its line or by a value. */
  private isExcluded(): boolean {
    const { records, rules } = this;
    const textAt = (cell: number): string => (cell < records.count ? records.text(cell) : "");
    if (!this.isSkipped()) return rules.isExcluded(textAt);
    rules.noteExcluded(records.line, textAt);
    return true;
  }

  /** Processes a header row; returns true if it is the last one. */
  private isHeaderRead(): boolean {
    const { records, headers } = this;
    headers.push(Array.from({ length: records.count }, (_, cell) => records.text(cell)));
    this.hasHeader = headers.length === (this.text.source.reading?.header_rows ?? 1);
    return this.hasHeader;
  }

  private addFault({ problem, isFatal }: RecordFault): void {
    if (isFatal || this.records.spansLines) this.report.addOfFile(problem);
    else this.report.add(problem);
  }

  /** Adds the fault in the header, or its cause. */
  private refuseHeader({ problem, isFatal }: RecordFault): false {
    const { report, text } = this;
    this.hasHeader = true;
    const { columns } = this;
    const reason = isFatal ? undefined : proposeLayout(text, columns, [], problem.line);
    report.addOfFile(reason === undefined ? problem : { line: problem.line, reason });
    return false;
  }

  private readHeader(): boolean {
    const { records, report, text, columns, headers } = this;
    const names = headers.length === 1 ? (headers[0] ?? []) : joinHeaders(headers);
    const positions = report.matchHeader(
      names,
      records.line,
      () => this.plateReason() ?? proposeLayout(text, columns, names, records.line),
    );
    if (positions === undefined) return false;
    const plate = mayBePlateLine(names) ? this.plateReason(records.line) : undefined;
    if (plate !== undefined) {
      report.addOfFile({ line: records.line, reason: plate });
      return false;
    }
    this.positions = positions;
    this.cells.positions = positions;
    this.width = names.length;
    for (const problem of this.rules.bind(names)) report.addOfFile({ line: records.line, ...problem });
    this.options.onHeader?.(positions, names.length, records.bytes);
    return true;
  }

  /**
   * Returns the reason if the text contains a plate instead of rows, unless the columns are selected by the plate's column
   * numbers in the line `header`.
   */
  private plateReason(header?: number): string | undefined {
    const { plate } = this.text.describe([]);
    return plate && !(plate.hasNumbers && plate.line === header) ? plateReason(plate) : undefined;
  }

  /** Returns advice for a row with `count` cells; empty if there is none. */
  private widthAdvice(count: number): string {
    const { records } = this;
    const cells = Array.from({ length: Math.min(count, MAX_LOOKED_AT) }, (_, cell) => cell);
    if (
      count > this.width &&
      cells.some((cell) => !records.quoted(cell) && SINGLE_QUOTE.test(records.text(cell)))
    )
      return "; single quotes do not quote a cell: use double quotes around cells that contain the separator";
    return this.hasRowNames && count === this.width + 1
      ? "; if the first cell is a row name from R, save the data without row names (row.names = FALSE)"
      : widthAdvice(records, this.width, this.text.source.table);
  }

  private addWidthProblem(): void {
    const { line, count } = this.records;
    const cells = `${count} ${count === 1 ? "cell" : "cells"}`;
    if (this.report.rows === 1) this.hasRowNames = count === this.width + 1;
    const problem = {
      line,
      reason: `the row has ${cells}, but the header has ${this.width}${this.widthAdvice(count)}`,
    };
    // A missing quote merges several rows into one.
    if (this.records.spansLines) this.report.addOfFile(problem);
    else this.report.add(problem);
  }
}

/** Cell that starts or ends with a single quote, which does not quote cells in CSV. */
const SINGLE_QUOTE = /^\s*'|'\s*$/;
