import { isUtf8 } from "node:buffer";
import type { Column } from "#shared/domain/column.ts";
import { fileChunks } from "#shared/lake/formats/fileChunks.ts";
import {
  extraColumnReason,
  missingColumnReason,
  nameKey,
  sourceName,
} from "#shared/lake/formats/matchColumns.ts";
import { type Scan, ScanReport } from "#shared/lake/formats/scanReport.ts";
import { MAX_ROW_BYTES, type Source } from "#shared/lake/formats/source.ts";
import { checkValue } from "./checkJson.ts";
import { CLOSE_BRACE, type JsonFault, JsonScanner, OPEN_BRACE, OPEN_BRACKET } from "./jsonScanner.ts";

export interface NdjsonScan extends Scan {
  /** Key in the file of each column of the table. */
  keys: string[];
  /** Mean length of a line, in bytes. */
  rowBytes: number;
  byteOrderMark: boolean;
}

export interface NdjsonScanOptions {
  /** Number of rows after which to stop; only their shape is checked: JSON objects with the table's keys. */
  shapeOfRows?: number;
  signal?: AbortSignal;
}

const LF = 0x0a;
const SPACES = new Set([0x20, 0x09, 0x0d]);
const MAX_KNOWN_KEYS = 1_000;

/**
 * Scans a file with one JSON object per line once, in bounded memory, and finds all problems. A key may be absent if
 * the column is nullable, but every column must occur somewhere in the file.
 */
export async function scanNdjson(
  source: Source,
  columns: readonly Column[],
  options: NdjsonScanOptions = {},
): Promise<NdjsonScan> {
  const scanner = new NdjsonScanner(source, columns, options);
  for await (const { chunk, final } of fileChunks(source.path, options.signal)) {
    if (!scanner.take(chunk, final)) break;
  }
  return scanner.result();
}

class NdjsonScanner {
  private readonly columns: readonly Column[];
  private readonly options: NdjsonScanOptions;
  private readonly scanner = new JsonScanner();
  private readonly report: ScanReport;
  /** Number of objects with a value of each column. */
  private readonly present: number[];
  /**
   * Columns that must have a value. Only these are checked for each line, so that a line does not cost the number of
   * all columns.
   */
  private readonly required: number[];
  private requiredInLine = 0;
  /** Number of lines that are complete objects. */
  private objects = 0;
  private readonly indexOf: Map<string, number>;
  private extraReason: string | undefined;
  /** Key of each column as first seen. */
  private readonly keys: (string | undefined)[];
  private readonly seenInLine: Int32Array;
  /** Column index of every spelling of a key seen so far, or -1. */
  private readonly columnOf = new Map<string, number>();
  private rest: Buffer = Buffer.alloc(0);
  private line = 0;
  private bytes = 0;
  private byteOrderMark = false;
  private ended = false;

  constructor(source: Source, columns: readonly Column[], options: NdjsonScanOptions) {
    this.columns = columns;
    this.options = options;
    this.report = new ScanReport(source, columns);
    this.present = columns.map(() => 0);
    this.required = columns.flatMap(({ nullable }, index) => (nullable ? [] : [index]));
    // Reversed, so that the first of two columns with the same key wins.
    this.indexOf = new Map(
      columns.map((column, index) => [nameKey(sourceName(column)), index] as const).reverse(),
    );
    this.keys = columns.map(() => undefined);
    this.seenInLine = new Int32Array(columns.length);
  }

  /** Processes a chunk; returns false if reading on is pointless. */
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
    this.rest = bytes.subarray(start);
    if (!this.ended && final && this.rest.length > 0) this.takeLine(this.rest, 0, this.rest.length);
    else if (!this.ended && this.rest.length > MAX_ROW_BYTES) this.tooLong(this.line + 1);
    return !this.ended;
  }

  result(): NdjsonScan {
    const { columns, report } = this;
    const { rows, problems, tallies } = report;
    const isReadOn = !report.hasProblems || !this.ended;
    if (rows === 0 && !report.hasProblems) report.add({ reason: "the file is empty" });
    else if (isReadOn && rows > 0 && this.options.shapeOfRows === undefined) {
      const reason = missingColumnReason([...this.columnOf.keys()]);
      columns.forEach((column, index) => {
        if (this.keys[index] === undefined) report.add({ column: sourceName(column), reason });
      });
    }
    return {
      rows,
      problems,
      // Columns may be absent, so that missing values are what is left.
      tallies: tallies.map(({ zeros }, index) => ({
        missing: this.objects - (this.present[index] as number),
        zeros,
      })),
      keys: columns.map((column, index) => this.keys[index] ?? sourceName(column)),
      rowBytes: this.bytes / Math.max(rows, 1),
      byteOrderMark: this.byteOrderMark,
    };
  }

  private passByteOrderMark(bytes: Buffer): number {
    if (bytes.length > 1 && [0xfffe, 0xfeff].includes(bytes.readUInt16BE(0))) {
      this.stop(1, "the file is UTF-16; save it as UTF-8 text");
    }
    this.byteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    return this.byteOrderMark ? 3 : 0;
  }

  private takeLine(bytes: Buffer, start: number, end: number): void {
    this.line++;
    let first = start;
    while (first < end && SPACES.has(bytes[first] as number)) first++;
    if (first === end) return;
    if (end - start > MAX_ROW_BYTES) this.tooLong(this.line);
    else if (!isUtf8(bytes.subarray(first, end))) {
      this.stop(this.line, "the text is not UTF-8; save the file as UTF-8 text");
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
    const hint = listed ? "; the format is one object a line, without a list around them" : "";
    this.report.add({ line: this.line, reason: `the line is not a JSON object${hint}` });
  }

  private takeObject(): void {
    this.requiredInLine = 0;
    const fault = this.scanner.items(CLOSE_BRACE, () => this.takeMember()) ?? this.afterObject();
    if (fault !== undefined) {
      this.report.add({ line: this.line, reason: `the line ${fault.reason}` });
      return;
    }
    this.objects++;
    if (this.requiredInLine < this.required.length) this.reportMissing();
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
    const index = this.columnOf.get(key) ?? this.newKey(key);
    const column = this.columns[index];
    if (column === undefined) return this.scanner.skip();
    if (this.seenInLine[index] === this.line) {
      if (this.options.shapeOfRows === undefined)
        this.report.add({ line: this.line, column: key, reason: "the line has this column twice" });
      return this.scanner.skip();
    }
    this.seenInLine[index] = this.line;
    if (!column.nullable) this.requiredInLine++;
    return this.options.shapeOfRows === undefined ? this.takeValue(column, index) : this.scanner.skip();
  }

  private takeValue(column: Column, index: number): JsonFault | undefined {
    const { scanner } = this;
    scanner.next();
    const start = scanner.position;
    const reading = checkValue(scanner, column);
    if (typeof reading === "object") {
      // After any fault, the line continues after the value, unless the value is not even JSON.
      scanner.position = start;
      const broken = scanner.skip();
      if (broken !== undefined) return broken;
    } else if (reading !== "missing") this.present[index] = (this.present[index] as number) + 1;
    this.report.count(index, this.line, reading);
    return undefined;
  }

  /** Finds the column of a key in a spelling that is not cached; -1 if none. */
  private newKey(key: string): number {
    const index = this.indexOf.get(nameKey(key)) ?? -1;
    const isFirst = index >= 0 && this.keys[index] === undefined;
    if (isFirst || this.columnOf.size < MAX_KNOWN_KEYS) this.columnOf.set(key, index);
    if (index < 0) {
      this.extraReason ??= extraColumnReason(this.columns);
      this.report.add({ line: this.line, column: key, reason: this.extraReason });
    } else if (isFirst) this.keys[index] = key;
    else {
      const reason = `earlier lines spell this column "${this.keys[index]}"`;
      this.report.add({ line: this.line, column: key, reason });
    }
    return index;
  }

  private tooLong(line: number): void {
    this.stop(line, `the line is longer than ${MAX_ROW_BYTES.toLocaleString("en-US")} bytes`);
  }

  private stop(line: number, reason: string): void {
    this.report.add({ line, reason });
    this.ended = true;
  }
}
