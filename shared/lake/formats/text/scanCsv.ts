import type { Column } from "#shared/domain/column.ts";
import { addProblem, noProblems, type Problems } from "#shared/domain/problem.ts";
import { fileChunks } from "#shared/lake/formats/fileChunks.ts";
import { isSequenceColumn } from "#shared/lake/formats/isSequenceColumn.ts";
import { matchColumns, sourceName } from "#shared/lake/formats/matchColumns.ts";
import { readCell } from "#shared/lake/formats/readCell.ts";
import { MISSING_REASON } from "#shared/lake/formats/readScalar.ts";
import type { Source } from "#shared/lake/formats/source.ts";
import { emptyTallies, type Tally } from "#shared/lake/formats/tally.ts";
import { CsvRecords } from "./csvRecords.ts";
import { type FastCheck, looksLikeBoolean, looksLikeDecimal, looksLikeInteger } from "./fastCheck.ts";

export interface CsvScan {
  rows: number;
  problems: Problems;
  tallies: Tally[];
  /** Position in the file of each column of the table; empty if the header does not match. */
  positions: number[];
  /** Number of cells of a row. */
  width: number;
  /** True if every CSV reader interprets the file in the same way. */
  plain: boolean;
}

export interface CsvScanOptions {
  /** Number of rows after which to stop; only their shape is checked, not their values. */
  shapeOfRows?: number;
  /** Called once the header matches, before the rows are read. */
  onHeader?: (positions: number[], width: number, bytesRead: Buffer) => void;
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
  private readonly source: Source;
  private readonly columns: readonly Column[];
  private readonly options: CsvScanOptions;
  private readonly records: CsvRecords;
  private readonly sequences: boolean[];
  private readonly scan: CsvScan;
  private header = false;

  constructor(source: Source, columns: readonly Column[], options: CsvScanOptions) {
    this.source = source;
    this.columns = columns;
    this.options = options;
    this.records = new CsvRecords(delimiterOf(source));
    this.sequences = columns.map(isSequenceColumn);
    this.scan = {
      rows: 0,
      problems: noProblems(),
      tallies: emptyTallies(columns),
      positions: [],
      width: 0,
      plain: false,
    };
  }

  /** Processes a chunk; returns false if reading on is pointless. */
  take(chunk: Buffer, final: boolean): boolean {
    const { records, scan, options } = this;
    records.push(chunk, final);
    if (records.fault !== undefined) this.report(records.fault.line, records.fault.reason);
    while (records.next()) {
      if (records.fault !== undefined) {
        this.report(records.fault.line, records.fault.reason);
        if (records.fault.fatal) return false;
        if (this.header) scan.rows++;
        this.header = true;
      } else if (!this.header) {
        this.header = true;
        if (!this.readHeader()) return false;
      } else {
        scan.rows++;
        if (records.count !== scan.width) this.reportWidth();
        else if (options.shapeOfRows === undefined) this.checkRow();
      }
      if (scan.rows === options.shapeOfRows) return false;
    }
    return !records.fault?.fatal;
  }

  result(): CsvScan {
    const { scan } = this;
    if (!this.header && scan.problems.listed.length === 0) {
      addProblem(scan.problems, { file: this.source.name, reason: "the file is empty" });
    }
    return { ...scan, plain: this.records.plain };
  }

  private readHeader(): boolean {
    const { records, scan, source, columns } = this;
    const names = Array.from({ length: records.count }, (_, cell) => records.text(cell));
    const { positions, problems } = matchColumns(columns, names, source.name, records.line);
    for (const problem of problems) addProblem(scan.problems, problem);
    if (problems.length > 0) return false;
    scan.positions = positions;
    scan.width = names.length;
    this.options.onHeader?.(positions, names.length, records.bytes);
    return true;
  }

  private checkRow(): void {
    const { records, columns, scan } = this;
    for (let index = 0; index < columns.length; index++) {
      const column = columns[index] as Column;
      const tally = scan.tallies[index] as Tally;
      const cell = scan.positions[index] as number;
      if (
        records.starts[cell] === records.ends[cell] &&
        (records.kinds[cell] === 0 || column.type !== "STRING")
      ) {
        tally.missing++;
        if (!column.nullable) this.report(records.lineOf(cell), MISSING_REASON, sourceName(column));
        continue;
      }
      const fastCheck = this.fastCheck(column, index, cell);
      if (fastCheck === "zero") tally.zeros++;
      if (fastCheck !== "unsure") continue;
      this.checkCell(column, tally, cell);
    }
  }

  private fastCheck(column: Column, index: number, cell: number): FastCheck {
    const { bytes, starts, ends, foreign } = this.records;
    const start = starts[cell] as number;
    const end = ends[cell] as number;
    switch (column.type) {
      case "STRING":
        return !this.sequences[index] || foreign[cell] === 0 ? "value" : "unsure";
      case "INT64":
        return looksLikeInteger(bytes, start, end);
      case "FLOAT64":
        return looksLikeDecimal(bytes, start, end);
      case "BOOL":
        return looksLikeBoolean(bytes, start, end);
      default:
        return "unsure";
    }
  }

  /** Applies the complete rules to a cell that the fast check could not accept. */
  private checkCell(column: Column, tally: Tally, cell: number): void {
    const { records } = this;
    const text = records.text(cell);
    const reading = readCell(column, text, records.quoted(cell));
    if (reading === "value") return;
    if (reading === "zero") tally.zeros++;
    else if (reading === "missing") {
      tally.missing++;
      if (!column.nullable) this.report(records.lineOf(cell), MISSING_REASON, sourceName(column));
    } else {
      const { reason, path = "", value = text } = reading;
      const shown = reason === MISSING_REASON ? undefined : value;
      this.report(records.lineOf(cell), reason, sourceName(column) + path, shown);
    }
  }

  private reportWidth(): void {
    const { records, scan } = this;
    const cells = `${records.count} ${records.count === 1 ? "cell" : "cells"}`;
    this.report(records.line, `the row has ${cells}, the header has ${scan.width}`);
  }

  private report(line: number, reason: string, column?: string, value?: string): void {
    if (this.scan.problems.listed.length === 0) this.options.onProblem?.();
    addProblem(this.scan.problems, {
      file: this.source.name,
      line,
      ...(column !== undefined && { column }),
      ...(value !== undefined && { value }),
      reason,
    });
  }
}
