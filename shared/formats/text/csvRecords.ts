import { isUtf8 } from "node:buffer";
import { AMINO_ACIDS } from "@pdp/basics/proteins";
import { MAX_ROW_BYTES } from "../source.ts";
import { BACKSLASH, isEscapable, unescapeQuotes } from "./escapedQuotes.ts";
import { notUtf8Reason, type RecordFault, reasonBehindQuote, tooLongReason } from "./recordFault.ts";

const QUOTE = 0x22;
const SPACE = 0x20;
const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const STOP = 1;
const FOREIGN = 2;

/**
 * Splits CSV or TSV bytes into records (RFC 4180; lines end with LF, CRLF or CR; spaces around a quoted cell are
 * ignored; blank lines are skipped) and tracks each record's physical line. Push a chunk, then call `next` until it
 * returns false; a record's cells are valid until the next call.
 */
export class CsvRecords {
  /** Buffer that contains the offsets in `starts` and `ends`; the range of a quoted cell excludes its quotes. */
  bytes: Buffer = Buffer.alloc(0);
  starts = new Int32Array(64);
  ends = new Int32Array(64);
  /** Kind of each cell: 0 bare, 1 quoted, 2 quoted with doubled quotes inside, or with quotes after a backslash. */
  kinds = new Uint8Array(64);
  /**
   * 0 for each cell that only contains letters of the 20 amino acids. Tracked while splitting, because most bytes in most
   * files are amino acid letters.
   */
  foreign = new Uint8Array(64);
  count = 0;
  /** Line of the current record's first byte. */
  line = 0;
  fault: RecordFault | undefined;
  /**
   * True if all lines have the same ending, LF or CRLF, and nothing outside quotes could be interpreted differently by other
   * CSV readers.
   */
  plain = true;
  /** Buffer for `bytes`, into which chunks are copied. */
  private store: Buffer = Buffer.alloc(0);
  private readonly delimiter: number;
  /** Bit flags of each byte: ends a bare cell (1), is not an amino acid (2). */
  private readonly classes = new Uint8Array(256).fill(FOREIGN);
  private readonly firstLine: number;
  private readonly table: string | undefined;
  private readonly hasEscapes: boolean;
  private nextLine: number;
  /** Line of the first byte of each cell that starts on a later line than its record. */
  private readonly laterLines = new Map<number, number>();
  private position = 0;
  private final = false;
  private first = true;
  private suspicious = false;
  private lineEnd: "" | "LF" | "CRLF" = "";

  /**
   * `firstLine` is the line of the first byte, and `table` the reference used in advice. With `hasEscapes`, a quote after a
   * backslash is part of its cell.
   */
  constructor(delimiter: string, firstLine = 1, table?: string, hasEscapes = false) {
    this.delimiter = delimiter.charCodeAt(0);
    this.firstLine = firstLine;
    this.nextLine = firstLine;
    this.table = table;
    this.hasEscapes = hasEscapes;
    this.plain = !hasEscapes;
    for (const residue of AMINO_ACIDS) this.classes[residue.charCodeAt(0)] = 0;
    for (const byte of [this.delimiter, LF, CR]) this.classes[byte] = STOP | FOREIGN;
  }

  /** Adds a chunk, which is copied; `final` marks the last chunk. */
  push(chunk: Buffer, final: boolean): void {
    const rest = this.bytes.length - this.position;
    const length = rest + chunk.length;
    if (length > this.store.length) {
      const store = Buffer.allocUnsafeSlow(rest === 0 ? length : 2 * length);
      this.store.copy(store, 0, this.position, this.bytes.length);
      this.store = store;
    } else this.store.copyWithin(0, this.position, this.bytes.length);
    chunk.copy(this.store, rest);
    this.bytes = this.store.subarray(0, length);
    this.position = 0;
    this.final = final;
    if (this.first && (this.bytes.length >= 3 || final)) {
      this.first = false;
      if (this.bytes[0] === 0xef && this.bytes[1] === 0xbb && this.bytes[2] === 0xbf) this.position = 3;
    }
    // An incomplete character at the end of the chunk also makes the chunk suspicious, so that its records are checked one by
    // one.
    this.suspicious = !isUtf8(this.bytes) || this.bytes.includes(0);
  }

  /** Advances to the next record or fault. Returns false if the chunk has no further complete record. */
  next(): boolean {
    this.count = 0;
    if (this.first || this.fault?.isFatal) return false;
    this.fault = undefined;
    if (this.laterLines.size > 0) this.laterLines.clear();
    this.passBlankLines();
    if (this.position >= this.bytes.length) return false;
    const start = this.position;
    const lines = this.nextLine;
    this.line = lines;
    if (!this.record()) {
      this.nextLine = lines;
      this.position = start;
      this.count = 0;
      if (this.bytes.length - start <= MAX_ROW_BYTES) return false;
      return this.fail(lines, tooLongReason(), true);
    }
    if (this.position - start > MAX_ROW_BYTES) return this.fail(lines, tooLongReason(), true);
    if (this.suspicious) this.checkCharacters(start);
    return true;
  }

  /** Returns the text of a cell without its quotes. */
  text(cell: number): string {
    const text = this.bytes.toString("utf8", this.starts[cell], this.ends[cell]);
    if (this.hasEscapes && this.kinds[cell] !== 1) return unescapeQuotes(text, this.quoted(cell));
    return this.kinds[cell] === 2 ? text.replaceAll('""', '"') : text;
  }

  /** Tells whether the record contains no value: each cell is empty, quoted or not, or only contains unquoted spaces. */
  isEmpty(): boolean {
    return this.isEmptyFrom(0);
  }

  /** Returns whether a given cell and all cells after it contain no value. */
  isEmptyFrom(first: number): boolean {
    const { bytes, starts, ends, kinds } = this;
    for (let cell = first; cell < this.count; cell++) {
      const end = ends[cell] as number;
      let at = starts[cell] as number;
      if (at < end && kinds[cell] !== 0) return false;
      while (at < end && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
      if (at < end) return false;
    }
    return true;
  }

  /** Tells whether the record spans more than one line. */
  get spansLines(): boolean {
    return this.nextLine - this.line > 1;
  }

  quoted(cell: number): boolean {
    return this.kinds[cell] !== 0;
  }

  /** Returns the line of the cell's first byte, which is after the record's line if an earlier cell spans lines. */
  lineOf(cell: number): number {
    return this.laterLines.get(cell) ?? this.line;
  }

  private record(): boolean {
    const { classes, delimiter } = this;
    for (;;) {
      const { bytes } = this;
      const start = this.position;
      const first = bytes[start];
      if (first === QUOTE || (first === SPACE && this.quoteFollows(start))) {
        if (!this.quotedCell()) return false;
      } else {
        let at = start;
        const length = bytes.length;
        let foreign = 0;
        for (; at < length; at++) {
          const kind = classes[bytes[at] as number] as number;
          if ((kind & STOP) !== 0) break;
          foreign |= kind;
        }
        if (at >= length && !this.final) return false;
        this.cell(start, at, 0, foreign, this.nextLine);
        this.position = at;
      }
      if (this.fault !== undefined) return true;
      if (this.position >= this.bytes.length) return this.final;
      if (this.bytes[this.position] !== delimiter) return this.endOfLine();
      this.position++;
    }
  }

  private quoteFollows(at: number): boolean {
    let next = at;
    while (this.bytes[next] === SPACE) next++;
    if (this.bytes[next] !== QUOTE) return false;
    this.plain = false;
    return true;
  }

  private quotedCell(): boolean {
    const { bytes, classes } = this;
    while (bytes[this.position] === SPACE) this.position++;
    const start = this.position + 1;
    const line = this.nextLine;
    const length = bytes.length;
    let kind = 1;
    let foreign = 0;
    for (let at = start; at < length; at++) {
      const byte = bytes[at] as number;
      if (this.hasEscapes && byte === BACKSLASH && isEscapable(bytes[at + 1])) {
        foreign = FOREIGN;
        kind = 2;
        at++;
        continue;
      }
      if (byte !== QUOTE) {
        foreign |= classes[byte] as number;
        if (byte === LF || (byte === CR && bytes[at + 1] !== LF)) this.nextLine++;
        continue;
      }
      if (bytes[at + 1] === QUOTE) {
        foreign = FOREIGN;
        kind = 2;
        at++;
        continue;
      }
      if (at + 1 >= length && !this.final) return false;
      this.cell(start, at, kind, foreign, line);
      return this.afterQuote(at + 1);
    }
    if (!this.final) return false;
    this.position = length;
    return this.fail(this.line, "a quoted cell in this row is never closed", true);
  }

  private afterQuote(behind: number): boolean {
    let at = behind;
    while (this.bytes[at] === SPACE) at++;
    if (at > behind) this.plain = false;
    if (at >= this.bytes.length && !this.final) return false;
    this.position = at;
    if (at >= this.bytes.length || this.isStop(at)) return true;
    const reason = reasonBehindQuote(this.bytes, behind, at);
    while (at < this.bytes.length && this.bytes[at] !== LF && this.bytes[at] !== CR) at++;
    if (at >= this.bytes.length && !this.final) return false;
    this.position = at;
    if (at < this.bytes.length && !this.endOfLine()) return false;
    return this.fail(this.line, reason, false);
  }

  private isStop(at: number): boolean {
    return ((this.classes[this.bytes[at] as number] as number) & STOP) !== 0;
  }

  private cell(start: number, end: number, kind: number, foreign: number, line: number): void {
    if (this.count === this.starts.length) this.grow();
    const cell = this.count++;
    this.starts[cell] = start;
    this.ends[cell] = end;
    this.kinds[cell] = kind;
    this.foreign[cell] = foreign;
    if (line !== this.line) this.laterLines.set(cell, line);
  }

  private grow(): void {
    const { starts, ends, kinds, foreign } = this;
    const size = 2 * starts.length;
    this.starts = new Int32Array(size);
    this.ends = new Int32Array(size);
    this.kinds = new Uint8Array(size);
    this.foreign = new Uint8Array(size);
    this.starts.set(starts);
    this.ends.set(ends);
    this.kinds.set(kinds);
    this.foreign.set(foreign);
  }

  /** Skips LF, CRLF or CR; returns false if a CR ends the chunk and an LF may follow. */
  private endOfLine(): boolean {
    const { bytes, position } = this;
    let kind: "LF" | "CRLF" = "LF";
    if (bytes[position] === CR) {
      if (position + 1 >= bytes.length && !this.final) return false;
      if (bytes[position + 1] === LF) kind = "CRLF";
      else this.plain = false;
    }
    if (this.lineEnd === "") this.lineEnd = kind;
    else if (this.lineEnd !== kind) this.plain = false;
    this.position += kind === "CRLF" ? 2 : 1;
    this.nextLine++;
    return true;
  }

  private passBlankLines(): void {
    while (this.bytes[this.position] === LF || this.bytes[this.position] === CR) {
      if (this.nextLine === this.firstLine) this.plain = false;
      if (!this.endOfLine()) return;
    }
  }

  private checkCharacters(start: number): void {
    const record = this.bytes.subarray(start, this.position);
    if (!isUtf8(record)) {
      this.fail(this.line, notUtf8Reason(this.table), true);
    } else if (record.includes(0)) {
      this.fail(
        this.line,
        "the text contains a NUL character: it is damaged or was not saved as UTF-8 text",
        true,
      );
    }
  }

  private fail(line: number, reason: string, isFatal: boolean): true {
    this.fault = { problem: { line, reason }, isFatal };
    return true;
  }
}
