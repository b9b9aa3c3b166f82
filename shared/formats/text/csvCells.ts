import { type Column, sequenceKindOf } from "@pdp/basics/columns";
import { type CellRules, cellRules } from "../cellRules.ts";
import { readNotedCell } from "../readCell.ts";
import { MAX_WORD_LENGTH } from "../readSequence.ts";
import type { RowRules } from "../rowRules.ts";
import type { ScanReport } from "../scanReport.ts";
import type { SequenceWords } from "../sequenceWords.ts";
import type { Source } from "../source.ts";
import { grammarOf, type ValueGrammar } from "../valueGrammar.ts";
import type { CsvRecords } from "./csvRecords.ts";
import type { RowWriter } from "./rowWriter.ts";

interface ScannedColumn extends Pick<ValueGrammar, "fastCheck"> {
  column: Column;
  rules: CellRules;
  hasEmptyText: boolean;
  words: SequenceWords | undefined;
  isProtein: boolean;
}

/** Checks the cells in a CSV file's rows and, if there is a writer, writes them in the table's column order. */
export class CsvCells {
  positions: readonly number[] = [];
  private readonly source: Source;
  private readonly records: CsvRecords;
  private readonly report: ScanReport;
  private readonly rowRules: RowRules;
  private readonly columns: readonly ScannedColumn[];
  private readonly writer: RowWriter | undefined;

  constructor(
    source: Source,
    columns: readonly Column[],
    records: CsvRecords,
    report: ScanReport,
    rowRules: RowRules,
    writer?: RowWriter,
  ) {
    this.source = source;
    this.records = records;
    this.report = report;
    this.rowRules = rowRules;
    this.writer = writer;
    this.columns = columns.map((column, index) => {
      const rules = cellRules(column, source.reading);
      const { hasEmptyText = false, fastCheck = () => "unsure" } = grammarOf(column, rules.notation) ?? {};
      const words = report.wordsOf(index);
      const isProtein = sequenceKindOf(column) === "AMINO_ACIDS";
      return { column, rules, hasEmptyText, words, isProtein, fastCheck };
    });
  }

  /** Checks the current record. */
  checkRow(): void {
    if (this.writer !== undefined || this.rowRules.hasCorrections(this.records.line)) {
      const cells = this.columns.map((_, index) => this.readCell(index, this.positions[index] as number));
      this.writer?.row([...cells, String(this.records.line)]);
      return;
    }
    const { records, report, columns, positions } = this;
    const { bytes, starts, ends, kinds, foreign } = records;
    for (let index = 0; index < columns.length; index++) {
      const { rules, hasEmptyText, words, isProtein, fastCheck } = columns[index] as ScannedColumn;
      const cell = positions[index] as number;
      if (cell >= records.count) {
        report.countMissing(index, records.line);
        continue;
      }
      const [start, end] = [starts[cell] as number, ends[cell] as number];
      if (start === end && (kinds[cell] === 0 || !hasEmptyText)) {
        report.countMissing(index, records.lineOf(cell));
        continue;
      }
      if (rules.notations !== undefined || rules.missing?.mayBegin(bytes, start)) {
        this.readCell(index, cell);
        continue;
      }
      const isSequence = isProtein && foreign[cell] === 0 && end - start > MAX_WORD_LENGTH;
      const reading = isSequence ? "value" : fastCheck(bytes, start, end);
      if (reading === "unsure") this.readCell(index, cell);
      else if (reading === "zero") report.count(index, records.lineOf(cell), reading);
      else words?.takeLength(end - start);
    }
  }

  /** Applies all rules to a cell, and returns the text of its value; null if it is missing or invalid. */
  private readCell(index: number, cell: number): string | null {
    const { records, report, source } = this;
    const { column, rules } = this.columns[index] as ScannedColumn;
    const isThere = cell < records.count;
    const line = isThere ? records.lineOf(cell) : records.line;
    const inFile = isThere ? records.text(cell) : "";
    const corrected = this.rowRules.correct(records.line, cell, inFile);
    if (corrected?.fault) report.add(corrected.fault);
    const text = corrected === undefined ? inFile : (corrected.value ?? "");
    const isQuoted = corrected === undefined ? isThere && records.quoted(cell) : corrected.value !== null;
    const read = readNotedCell(column, text, isQuoted, rules, source.table);
    report.count(index, line, read.reading, text);
    return read.text;
  }
}
