import type { Column } from "#shared/domain/column.ts";
import { fileChunks } from "#shared/lake/formats/fileChunks.ts";
import { isSequenceColumn } from "#shared/lake/formats/isSequenceColumn.ts";
import { readCell } from "#shared/lake/formats/readCell.ts";
import { type Scan, ScanReport } from "#shared/lake/formats/scanReport.ts";
import type { Source } from "#shared/lake/formats/source.ts";
import { grammarOf, type ValueGrammar } from "#shared/lake/formats/valueGrammar.ts";
import { CsvRecords } from "./csvRecords.ts";

export interface CsvScan extends Scan {
  /** Position in the file of each column of the table; empty if the header does not match. */
  positions: readonly number[];
  /** Number of cells of a row. */
  width: number;
  /** True if every CSV reader interprets the file in the same way. */
  plain: boolean;
}

export interface CsvScanOptions {
  /** Number of rows after which to stop; only their shape is checked, not their values. */
  shapeOfRows?: number;
  /** Called once the header matches, before the rows are read. */
  onHeader?: (positions: readonly number[], width: number, bytesRead: Buffer) => void;
  /** Called at the first problem. */
  onProblem?: () => void;
  signal?: AbortSignal;
}

export function delimiterOf(source: Source): string {
  return source.format === "TSV" ? "\t" : ",";
}

/** Scans a CSV or TSV file once, in bounded memory, and finds all problems. */
export async function scanCsv(
  source: Source,
  columns: readonly Column[],
  options: CsvScanOptions = {},
): Promise<CsvScan> {
  const scanner = new CsvScanner(source, columns, options);
  for await (const { chunk, final } of fileChunks(source.path, options.signal)) {
    if (!scanner.take(chunk, final)) break;
  }
  return scanner.result();
}

class CsvScanner {
  private readonly columns: readonly ScannedColumn[];
  private readonly options: CsvScanOptions;
  private readonly records: CsvRecords;
  private readonly report: ScanReport;
  private positions: readonly number[] = [];
  private width = 0;
  private hasHeader = false;

  constructor(source: Source, columns: readonly Column[], options: CsvScanOptions) {
    this.columns = columns.map((column) => {
      const { isText = false, fastCheck = () => "unsure" } = grammarOf(column) ?? {};
      return { column, isText, isSequence: isSequenceColumn(column), fastCheck };
    });
    this.options = options;
    this.records = new CsvRecords(delimiterOf(source));
    this.report = new ScanReport(source, columns, options.onProblem);
  }

  /** Processes a chunk; returns false if reading on is pointless. */
  take(chunk: Buffer, final: boolean): boolean {
    const { records, report, options } = this;
    records.push(chunk, final);
    if (records.fault !== undefined) report.add(records.fault.problem);
    while (records.next()) {
      if (records.fault !== undefined) {
        report.add(records.fault.problem);
        if (records.fault.isFatal) return false;
        if (this.hasHeader) report.rows++;
        this.hasHeader = true;
      } else if (!this.hasHeader) {
        this.hasHeader = true;
        if (!this.readHeader()) return false;
      } else {
        report.rows++;
        if (records.count !== this.width) this.addWidthProblem();
        else if (options.shapeOfRows === undefined) this.checkRow();
      }
      if (report.rows === options.shapeOfRows) return false;
    }
    return !records.fault?.isFatal;
  }

  result(): CsvScan {
    const { report, positions, width } = this;
    if (!this.hasHeader && !report.hasProblems) report.add({ reason: "the file is empty" });
    const { rows, problems, tallies } = report;
    return { rows, problems, tallies, positions, width, plain: this.records.plain };
  }

  private readHeader(): boolean {
    const { records } = this;
    const names = Array.from({ length: records.count }, (_, cell) => records.text(cell));
    const positions = this.report.matchHeader(names, records.line);
    if (positions === undefined) return false;
    this.positions = positions;
    this.width = names.length;
    this.options.onHeader?.(positions, names.length, records.bytes);
    return true;
  }

  private checkRow(): void {
    const { records, report, columns, positions } = this;
    const { bytes, starts, ends, kinds, foreign } = records;
    for (let index = 0; index < columns.length; index++) {
      const { column, isText, isSequence, fastCheck } = columns[index] as ScannedColumn;
      const cell = positions[index] as number;
      const [start, end] = [starts[cell] as number, ends[cell] as number];
      if (start === end && (kinds[cell] === 0 || !isText)) {
        report.countMissing(index, records.lineOf(cell));
        continue;
      }
      const reading = isSequence && foreign[cell] === 0 ? "value" : fastCheck(bytes, start, end);
      if (reading === "unsure") this.checkCell(column, index, cell);
      else if (reading === "zero") report.count(index, records.lineOf(cell), reading);
    }
  }

  /** Applies the complete rules to a cell that the fast check could not accept. */
  private checkCell(column: Column, index: number, cell: number): void {
    const { records } = this;
    const text = records.text(cell);
    this.report.count(index, records.lineOf(cell), readCell(column, text, records.quoted(cell)), text);
  }

  private addWidthProblem(): void {
    const { line, count } = this.records;
    const cells = `${count} ${count === 1 ? "cell" : "cells"}`;
    this.report.add({ line, reason: `the row has ${cells}, the header has ${this.width}` });
  }
}

interface ScannedColumn extends Pick<ValueGrammar, "fastCheck"> {
  column: Column;
  isText: boolean;
  isSequence: boolean;
}
