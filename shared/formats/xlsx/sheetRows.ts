import { type Column, nameKey, namesByPlace, sourceName } from "@pdp/basics/columns";
import { formatCount } from "@pdp/basics/wording";
import { type CellRules, cellRules } from "../cellRules.ts";
import { joinHeaders } from "../joinHeaders.ts";
import { proposeOptions } from "../options/fileOptions.ts";
import { RowRules } from "../rowRules.ts";
import type { ScanReport } from "../scanReport.ts";
import { MAX_ROW_BYTES, type Source } from "../source.ts";
import { numberedName } from "../text/lineRewriter.ts";
import type { RowWriter } from "../text/rowWriter.ts";
import { CellNotes } from "./cellNotes.ts";
import { cellText } from "./cellText.ts";
import type { MergedRange } from "./mergedCells.ts";
import { PlateWatch } from "./plateWatch.ts";
import { isPlainDecimal, readXlsxCell } from "./readXlsxCell.ts";
import { struckRowsWarning } from "./struckRows.ts";
import { headerNames, type XlsxSheet } from "./xlsxRows.ts";
import { MAX_CELLS, tooManyCells } from "./xlsxSheet.ts";
import { columnLetters, isEmpty, UnstoredFormula, type XlsxRow, type XlsxValue } from "./xlsxValue.ts";

/** Number of rows after the first one to search for the header. */
const MAX_TITLE_ROWS = 100;

interface SheetColumn {
  column: Column;
  rules: CellRules;
}

/** Checks the rows of a sheet and writes them in the table's column order, with their row numbers. */
export class SheetRows {
  private readonly source: Source;
  private readonly columns: readonly Column[];
  private readonly report: ScanReport;
  private readonly writer: RowWriter | undefined;
  private readonly notes: CellNotes;
  private readonly cells: readonly SheetColumn[];
  private readonly headerLine: number;
  private readonly lastRow: number;
  private readonly plate = new PlateWatch();
  private readonly rules: RowRules;
  private readonly headerRows: number;
  /** Names in the header rows above the last one. */
  private readonly upperNames: string[][] = [];
  private positions: readonly number[] = [];
  private width = 0;
  private header = 0;
  /** Presumed header with missing column names, while the header is being searched for below it. */
  private rejected: { names: string[]; line: number } | undefined;
  private lastLine = 0;
  private skippedRows = 0;

  /** The rows are written to `writer`, if there is one. */
  constructor(source: Source, columns: readonly Column[], report: ScanReport, writer?: RowWriter) {
    this.source = source;
    this.columns = columns;
    this.report = report;
    this.writer = writer;
    this.notes = new CellNotes(columns);
    this.cells = columns.map((column) => {
      return { column, rules: cellRules(column, source.reading) };
    });
    this.headerLine = source.reading?.header_row ?? 1;
    this.lastRow = source.reading?.last_row ?? Number.POSITIVE_INFINITY;
    this.headerRows = source.reading?.header_rows ?? 1;
    this.rules = new RowRules(source);
  }

  get hasHeader(): boolean {
    return this.header > 0;
  }

  /** True once the header has been read; false while it is being searched for. */
  get isHeaderKnown(): boolean {
    return this.hasHeader && this.rejected === undefined;
  }

  /** True if no further row can show that the sheet contains a plate instead of a table. */
  get isPlateKnown(): boolean {
    return this.plate.isDone;
  }

  /** Processes a row that may indicate a plate. */
  watch(row: XlsxRow): void {
    this.plate.take(row);
  }

  /** Processes a row; returns false if it is pointless to continue, because the header does not match. */
  take(row: XlsxRow): boolean {
    this.watch(row);
    const { line, values, digits } = row;
    if (line < this.headerLine || line > this.lastRow) return true;
    this.lastLine = line;
    if (this.rejected !== undefined) return this.searchHeader(line, values);
    if (this.headerRows === 0 && !this.hasHeader) this.numberColumns(line, values.length);
    if (this.hasHeader && this.isExcluded(line, values)) this.skippedRows++;
    else if (this.hasHeader) this.writeRow(line, values, digits);
    else if (this.upperNames.length < this.headerRows - 1) this.upperNames.push(headerNames(values));
    else this.takeHeader(line, values);
    return !this.report.hasProblems || this.positions.length > 0;
  }

  /** Numbers the columns of a sheet without names: as many as its first row and the table have. */
  private numberColumns(line: number, count: number): void {
    const numbers = this.columns.map((column) =>
      Number(/^column (\d{1,5})$/i.exec(sourceName(column))?.[1] ?? 0),
    );
    const width = Math.max(count, ...numbers);
    const names = Array.from({ length: width }, (_, index) => numberedName(index));
    this.header = line;
    this.width = width;
    this.positions = this.report.matchHeader(names, line) ?? [];
    for (const problem of this.rules.bind(names)) this.report.addOfFile({ line, ...problem });
  }

  private takeHeader(line: number, values: readonly XlsxValue[]): void {
    this.header = line;
    const { report } = this;
    for (const value of values) {
      if (value instanceof UnstoredFormula) report.addOfFile({ line, reason: value.reason });
    }
    if (report.hasProblems) return;
    const names = joinHeaders([...this.upperNames, headerNames(values)]);
    this.width = names.length;
    this.plate.takeHeader(line, names);
    if (this.isHeader(names) || this.headerRows > 1) {
      this.positions = report.matchHeader(names, line) ?? [];
      for (const problem of this.rules.bind(names)) report.addOfFile({ line, ...problem });
    } else this.rejected = { names, line };
  }

  /** Searches for the header below a row that is not the header; returns false once it is found or can no longer be expected. */
  private searchHeader(line: number, values: readonly XlsxValue[]): boolean {
    if (this.isHeader(headerNames(values))) this.rejectHeader(line);
    else if (line - this.header >= MAX_TITLE_ROWS) this.rejectHeader();
    return this.rejected !== undefined;
  }

  /** Reports that the header does not match; `headerLine` is the line of a row that matches. */
  private rejectHeader(headerLine?: number): void {
    if (this.rejected === undefined) return;
    const { names, line } = this.rejected;
    this.rejected = undefined;
    const advice = headerLine && proposeOptions({ header_row: headerLine }, this.source.table);
    const reason = advice && `the column names are in row ${headerLine}; ${advice}`;
    this.report.matchHeader(names, line, () => this.plate.reason() ?? (reason || undefined));
  }

  /** Tells whether a row contains the names of all columns. */
  private isHeader(names: readonly string[]): boolean {
    const keys = new Set([...names, ...namesByPlace(names)].map(nameKey));
    return this.columns.every((column) => keys.has(nameKey(sourceName(column))));
  }

  /** Tells whether a row is skipped, by its line or by a value. */
  private isExcluded(line: number, values: readonly XlsxValue[]): boolean {
    const textAt = (position: number): string => cellText(values[position] ?? null) ?? "";
    if (!this.source.skipped?.has(line)) return this.rules.isExcluded(textAt);
    this.rules.noteExcluded(line, textAt);
    return true;
  }

  /** Adds the findings that are known at the end of the sheet. */
  end(sheet: XlsxSheet): void {
    const { report } = this;
    const { name } = this.source;
    if (this.positions.length > 0) {
      for (const problem of this.rules.unused()) report.addOfFile(problem);
      report.warnings.push(...this.rules.warnings().map((words) => `${name}: ${words}.`));
    }
    report.finish();
    this.endOfHeader(sheet.merged.filter(({ firstRow }) => firstRow <= this.lastLine));
    report.emptyRows += Math.max(
      this.lastLine - this.header + (this.headerRows === 0 ? 1 : 0) - report.rows - this.skippedRows,
      0,
    );
    report.warnings.push(...sheet.warnings.map((sentence) => `${name}: ${sentence}`));
    report.warnings.push(...this.notes.warnings(name));
    const struck = struckRowsWarning(name, sheet.struckRows, this.header);
    if (struck !== undefined) report.warnings.push(struck);
    if (sheet.outdatedFormulas > 0) {
      const count = sheet.outdatedFormulas.toLocaleString("en-US");
      report.warnings.push(
        `${name}: the file requests recalculation of its formulas when opened; ${count} were loaded with their stored values.`,
      );
    }
  }

  /** Adds the findings that result from the header and the merged ranges. */
  endOfHeader(merged: readonly MergedRange[]): void {
    const { report } = this;
    this.rejectHeader();
    if (!this.hasHeader && !report.hasProblems) report.addOfFile({ reason: noHeader(this.headerLine) });
    const plate = this.positions.length > 0 ? this.plate.reasonOfHeader() : undefined;
    if (plate !== undefined) report.addOfFile({ line: this.header, reason: plate });
    this.reportMerged(merged);
  }

  private writeRow(line: number, values: XlsxRow["values"], digits: XlsxRow["digits"]): void {
    const { report, width, columns, positions } = this;
    report.rows++;
    // Empty cells are also written.
    if (report.rows * columns.length > MAX_CELLS) throw tooManyCells();
    if (values.length > width) this.addOutside(line, values);
    const cells: (string | null)[] = [];
    let length = 0;
    for (let index = 0; index < columns.length; index++) {
      const position = positions[index] as number;
      const cell = this.readCell(index, line, values[position] ?? null, digits?.[position]);
      cells.push(cell);
      length += 3 + 3 * (cell?.length ?? 0);
    }
    if (length > MAX_ROW_BYTES) report.add({ line, reason: "the row is too long; load the data as Parquet" });
    cells.push(String(line));
    this.writer?.row(cells);
  }

  private readCell(index: number, line: number, value: XlsxValue, digits: string | undefined): string | null {
    const { column, rules } = this.cells[index] as SheetColumn;
    const position = this.positions[index] as number;
    if (this.rules.hasCorrections(line)) {
      const corrected = this.rules.correct(line, position, cellText(value) ?? "");
      if (corrected?.fault) this.report.add(corrected.fault);
      if (corrected) return this.readValue(index, line, corrected.value);
    }
    if (rules.notations === undefined && digits !== undefined && isPlainDecimal(column, value, rules, digits))
      return digits;
    return this.readValue(index, line, value);
  }

  private readValue(index: number, line: number, value: XlsxValue): string | null {
    const { column, rules } = this.cells[index] as SheetColumn;
    const { text, reading, note, shown } = readXlsxCell(column, value, rules, this.source.table);
    this.report.count(index, line, reading, value instanceof UnstoredFormula ? undefined : text);
    if (note !== undefined) this.notes.add(index, note, line, shown ?? text, text);
    return reading === "value" || reading === "zero" ? text : null;
  }

  private addOutside(line: number, values: XlsxRow["values"]): void {
    const { report, width } = this;
    const outside = values.findIndex((value, index) => index >= width && !isEmpty(value));
    const reason = `there is a value in column ${outside + 1} (${columnLetters(outside)}), but the header has ${formatCount(width, "column")}`;
    report.add({ line, reason });
  }

  /** Reports merged ranges that touch the header or the rows below it. */
  private reportMerged(ranges: readonly MergedRange[]): void {
    const treatment = this.source.reading?.merged_cells ?? "REFUSE";
    if (treatment === "FILL" || !this.hasHeader) return;
    const { report } = this;
    const touching = ranges.filter(
      ({ lastRow, firstColumn }) =>
        lastRow >= this.header + (this.headerRows > 1 ? 1 : 0) && firstColumn < this.width,
    );
    if (treatment === "REFUSE") {
      for (const { name, firstRow } of touching) {
        report.addOfFile({ line: firstRow, reason: mergedReason(name) });
      }
    } else if (touching.length > 0) {
      const names = touching.slice(0, 5).map((range) => range.name);
      const more = touching.length > names.length ? `, … (${touching.length} ranges)` : "";
      report.warnings.push(
        `${this.source.name}: in each merged range, only the first cell has a value; the others were read as empty: ${names.join(", ")}${more}.`,
      );
    }
  }
}

function mergedReason(name: string): string {
  return `the cells ${name} are merged; unmerge them, or set "merged_cells" in the table's config of the load: FILL copies the value to each cell, FIRST leaves the others empty`;
}

function noHeader(line: number): string {
  return line === 1
    ? "the sheet is empty"
    : `the sheet has no row ${line} or below, as specified by "header_row"`;
}
