import { isUtf8 } from "node:buffer";
import type { Column } from "@pdp/basics/columns";
import { type CellRules, cellRules, type MissingWords } from "../cellRules.ts";
import type { OnProgress } from "../engine/convertWithDuckDb.ts";
import { LineRuns } from "../lineRuns.ts";
import { MAX_WORD_LENGTH } from "../readSequence.ts";
import { type Scan, ScanReport } from "../scanReport.ts";
import { MAX_ROW_BYTES, type Source } from "../source.ts";
import { checkValue } from "./checkJson.ts";
import { CLOSE_BRACE, type JsonFault, JsonScanner, OPEN_BRACE, OPEN_BRACKET, QUOTE } from "./jsonScanner.ts";
import { NdjsonKeys } from "./ndjsonKeys.ts";
import type { OpenedText } from "./openedText.ts";
import { notUtf8Reason } from "./recordFault.ts";
import type { RowWriter } from "./rowWriter.ts";

export interface NdjsonScan extends Scan {
  /** Key in the file for each column of the table. */
  keys: string[];
  /** Mean length of a line, in bytes. */
  rowBytes: number;
  byteOrderMark: boolean;
  /** True if the file contains strings that denote a missing value. */
  hasMissingWords: boolean;
  emptyRows: number;
  /** Line number of each row. */
  lines: LineRuns;
}

export interface NdjsonScanOptions {
  /** Number of rows after which to stop; only their shape is checked: JSON objects with the table's keys. */
  shapeOfRows?: number;
  onProgress?: OnProgress;
  /** Receives the strings and numbers of the rows, in the table's column order and followed by their line numbers. */
  writer?: RowWriter;
  signal?: AbortSignal;
}

const LF = 0x0a;
const SPACES = new Set([0x20, 0x09, 0x0d]);

/**
 * Scans a file with one JSON object per line once, in bounded memory, and finds all problems. A key may be absent if
 * the column is nullable, but every column must occur somewhere in the file. Throws UnreadableText.
 */
export async function scanNdjson(
  text: OpenedText,
  columns: readonly Column[],
  options: NdjsonScanOptions = {},
): Promise<NdjsonScan> {
  const scanner = new NdjsonScanner(text.source, columns, options);
  for await (const { chunk, final, share } of text.chunks(options.signal)) {
    if (!scanner.take(chunk, final)) break;
    if (options.writer?.full) await options.writer.flush();
    if (share !== undefined) options.onProgress?.(share, scanner.rows);
  }
  return scanner.result();
}

class NdjsonScanner {
  private readonly source: Source;
  private readonly columns: readonly Column[];
  private readonly rules: readonly CellRules[];
  private readonly lines = new LineRuns();
  private readonly options: NdjsonScanOptions;
  private readonly scanner = new JsonScanner();
  private readonly report: ScanReport;
  /** Number of objects that have a value in each column. */
  private readonly present: number[];
  /**
   * Columns that must have a value. Only these are checked for each line, so that the cost of a line does not grow with the
   * number of all columns.
   */
  private readonly required: number[];
  private requiredInLine = 0;
  /** Columns with a value that is required but missing in the line. */
  private missingInLine: number[] = [];
  private hasValue = false;
  /** Columns with an empty string in the line, which counts as a value unless the line contains no other value. */
  private emptyTextsInLine: number[] = [];
  /** Strings and numbers in the line, if there is a writer. */
  private cells: (string | null)[] = [];
  private hasMissingWords = false;
  /** Number of lines that are complete objects. */
  private objects = 0;
  private readonly keys: NdjsonKeys;
  private readonly seenInLine: Int32Array;
  private rest: Buffer = Buffer.alloc(0);
  private line = 0;
  private bytes = 0;
  private byteOrderMark = false;
  private ended = false;

  constructor(source: Source, columns: readonly Column[], options: NdjsonScanOptions) {
    this.source = source;
    this.columns = columns;
    this.rules = columns.map((column) => cellRules(column, source.reading));
    this.options = options;
    this.report = new ScanReport(source, columns);
    this.present = columns.map(() => 0);
    this.required = columns.flatMap(({ nullable }, index) => (nullable ? [] : [index]));
    this.keys = new NdjsonKeys(columns, source.reading?.ignored_columns, this.report);
    this.seenInLine = new Int32Array(columns.length);
  }

  get rows(): number {
    return this.report.rows;
  }

  /** Processes a chunk; returns false if it is pointless to continue. */
  take(chunk: Buffer, final: boolean): boolean {
    const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    let start = this.bytes === 0 ? this.passByteOrderMark(bytes) : 0;
    this.bytes += chunk.length;
    while (!this.ended) {
      const end = bytes.indexOf(LF, start);
      if (end < 0) break;
      this.takeLine(bytes, start, end);
      start = end + 1;
    }
    this.rest = Buffer.from(bytes.subarray(start));
    if (!this.ended && final && this.rest.length > 0) this.takeLine(this.rest, 0, this.rest.length);
    else if (!this.ended && this.rest.length > MAX_ROW_BYTES) this.tooLong(this.line + 1);
    return !this.ended;
  }

  result(): NdjsonScan {
    const { report } = this;
    const { rows, problems, tallies, badRows } = report;
    const isReadOn = !report.hasProblems || !this.ended;
    if (rows === 0 && !report.hasProblems) report.addOfFile({ reason: "the file is empty" });
    else if (isReadOn && rows > 0 && this.options.shapeOfRows === undefined) {
      this.keys.reportMissing();
    }
    report.finish();
    return {
      rows,
      problems,
      emptyRows: report.emptyRows,
      isReadToEnd: !this.ended,
      badRows,
      hasMissingWords: this.hasMissingWords,
      lines: this.lines,
      // A column may be absent from a line: objects without a value for it count as missing.
      tallies: tallies.map(({ zeros }, index) => ({
        missing: this.objects - (this.present[index] as number),
        zeros,
      })),
      keys: this.keys.foundKeys(),
      rowBytes: this.bytes / Math.max(rows, 1),
      byteOrderMark: this.byteOrderMark,
    };
  }

  private passByteOrderMark(bytes: Buffer): number {
    this.byteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    return this.byteOrderMark ? 3 : 0;
  }

  private takeLine(bytes: Buffer, start: number, end: number): void {
    this.line++;
    let first = start;
    while (first < end && SPACES.has(bytes[first] as number)) first++;
    if (first === end) return;
    if (this.source.skipped?.has(this.line)) {
      this.source.uses?.line(this.line);
      return;
    }
    if (end - start > MAX_ROW_BYTES) this.tooLong(this.line);
    else if (!isUtf8(bytes.subarray(first, end))) {
      this.stop(this.line, notUtf8Reason(this.source.table));
    } else {
      this.report.rows++;
      this.scanner.reset(bytes, first, end);
      if (bytes[first] !== OPEN_BRACE) this.notAnObject(bytes[first] as number);
      else this.takeObject();
      if (this.report.rows === this.options.shapeOfRows) this.ended = true;
    }
  }

  private notAnObject(first: number): void {
    const listed = this.line === 1 && first === OPEN_BRACKET;
    const hint = listed ? "; the format requires one object per line, without an enclosing list" : "";
    this.report.add({ line: this.line, reason: `the line is not a JSON object${hint}` });
  }

  private takeObject(): void {
    this.requiredInLine = 0;
    this.missingInLine = [];
    this.hasValue = false;
    this.emptyTextsInLine = [];
    if (this.options.writer) this.cells = this.columns.map(() => null);
    const fault = this.scanner.items(CLOSE_BRACE, () => this.takeMember()) ?? this.afterObject();
    if (fault !== undefined) {
      this.report.add({ line: this.line, reason: `the line ${fault.reason}` });
      return;
    }
    if (!this.hasValue) {
      this.report.rows--;
      for (const index of this.emptyTextsInLine) this.present[index] = (this.present[index] as number) - 1;
      this.report.emptyRows++;
      return;
    }
    this.objects++;
    this.lines.push(this.line);
    for (const index of this.missingInLine) this.report.countMissing(index, this.line);
    if (this.requiredInLine < this.required.length) this.reportMissing();
    this.options.writer?.row([...this.cells, String(this.line)]);
  }

  private reportMissing(): void {
    for (const index of this.required) {
      if (this.seenInLine[index] !== this.line) this.report.countMissing(index, this.line);
    }
  }

  private afterObject(): JsonFault | undefined {
    return this.scanner.next() === undefined
      ? undefined
      : { reason: "is not JSON: something follows the object" };
  }

  private takeMember(): JsonFault | undefined {
    const key = this.scanner.key();
    if (typeof key !== "string") return key;
    const index = this.keys.indexOfKey(key, this.line);
    const column = this.columns[index];
    if (column === undefined) return this.skipValue();
    if (this.seenInLine[index] === this.line) {
      if (this.options.shapeOfRows === undefined)
        this.report.add({ line: this.line, column: key, reason: "the line has this column twice" });
      return this.skipValue();
    }
    this.seenInLine[index] = this.line;
    if (!column.nullable) this.requiredInLine++;
    return this.options.shapeOfRows === undefined ? this.takeValue(column, index) : this.skipValue();
  }

  private skipValue(): JsonFault | undefined {
    this.scanner.next();
    const start = this.scanner.position;
    const fault = this.scanner.skip();
    this.hasValue ||= fault !== undefined || !this.scanner.isEmptySince(start);
    return fault;
  }

  private takeValue(column: Column, index: number): JsonFault | undefined {
    const { scanner } = this;
    const first = scanner.next();
    const start = scanner.position;
    const { missing, notation } = this.rules[index] as CellRules;
    if (missing !== undefined && this.isMissingWord(missing, first === QUOTE)) {
      this.countMissing(column, index);
      return undefined;
    }
    const reading = checkValue(scanner, column, { table: this.source.table, notation });
    this.hasValue ||= typeof reading === "object" || !scanner.isEmptySince(start);
    if (typeof reading === "object") {
      // After any fault, scanning continues after the value, unless the value is not even JSON.
      scanner.position = start;
      const broken = scanner.skip();
      if (broken !== undefined) return broken;
    } else if (reading !== "missing") {
      this.present[index] = (this.present[index] as number) + 1;
      if (scanner.isEmptySince(start)) this.emptyTextsInLine.push(index);
      if (this.options.writer)
        this.cells[index] = first === QUOTE ? scanner.decoded(start) : scanner.since(start);
    }
    if (reading === "missing") this.countMissing(column, index);
    else this.report.count(index, this.line, reading, this.sequenceSince(start, index));
    return undefined;
  }

  /** Skips a string or number that denotes a missing value. Returns false, without advancing, for any other value. */
  private isMissingWord(words: MissingWords, isText: boolean): boolean {
    const { scanner } = this;
    const start = scanner.position;
    const isRead = isText ? scanner.string() === undefined : scanner.number();
    if (!isRead || !words.has(isText ? scanner.decoded(start) : scanner.since(start))) {
      scanner.position = start;
      return false;
    }
    this.hasMissingWords = true;
    this.hasValue = true;
    return true;
  }

  private countMissing(column: Column, index: number): void {
    if (!column.nullable) this.missingInLine.push(index);
  }

  /** Returns the text of a sequence that is short enough to be a word for a missing value. */
  private sequenceSince(start: number, index: number): string | undefined {
    const words = this.report.wordsOf(index);
    if (words === undefined) return undefined;
    const length = this.scanner.position - start - 2;
    if (length <= 6 * MAX_WORD_LENGTH) return this.scanner.decoded(start);
    words.takeLength(length);
    return undefined;
  }

  private tooLong(line: number): void {
    this.stop(line, `the line is longer than ${MAX_ROW_BYTES.toLocaleString("en-US")} bytes`);
  }

  private stop(line: number, reason: string): void {
    this.report.addOfFile({ line, reason });
    this.ended = true;
  }
}
