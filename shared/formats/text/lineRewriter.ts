import { isOpenBehind } from "../detect/recordLines.ts";
import { isRuler } from "../detect/ruler.ts";
import { type SpacedLines, spacedLines, splitSpaced, splitSpacedNames } from "../detect/spacedLines.ts";
import { LineSplitter } from "../sequences/lineSplitter.ts";
import type { ReadOptions } from "../source.ts";
import { csvCell } from "./csvCell.ts";
import { CsvRecords } from "./csvRecords.ts";
import { UnreadableText } from "./unreadableText.ts";

/** Number of leading bytes that determine how the lines are split, and how many columns a table without names has. */
const HEAD_BYTES = 64 << 10;
const LF = 0x0a;
/** Line of a GFF file below which there are sequences instead of features. */
const SEQUENCES = /^##FASTA\s*$/;

/** Tells whether the text must be rewritten before the CSV reader can read it. */
export function isRewritten({ delimiter, comments, header_rows: rows }: ReadOptions): boolean {
  return delimiter === " " || comments !== undefined || rows === 0;
}

/** Returns the name by which a column without a name is read. */
export function numberedName(index: number): string {
  return `column ${index + 1}`;
}

/**
 * Rewrites text for the CSV reader: comment lines become empty, cells between spaces become CSV cells, and a table without
 * names gets a first line with numbered names. Every other line keeps its number, and sequences at the end of a GFF file are
 * dropped. Throws UnreadableText.
 */
export async function* rewriteLines(
  content: AsyncIterable<Buffer>,
  reading: ReadOptions,
  delimiter: string,
  onEnd: (unread: Pick<LineRewriter, "comments" | "sequences">) => void,
): AsyncGenerator<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  let rewriter: LineRewriter | undefined;
  for await (const chunk of content) {
    if (rewriter !== undefined) {
      yield rewriter.take(chunk, false);
      continue;
    }
    chunks.push(Buffer.from(chunk));
    length += chunk.length;
    if (length < HEAD_BYTES) continue;
    const head = Buffer.concat(chunks);
    rewriter = new LineRewriter(reading, delimiter, head, false);
    yield rewriter.take(head, false);
  }
  const rest = rewriter === undefined ? Buffer.concat(chunks) : Buffer.alloc(0);
  rewriter ??= new LineRewriter(reading, delimiter, rest, true);
  yield rewriter.take(rest, true);
  onEnd(rewriter);
}

/** Rewrites the text of one file, chunk by chunk. */
export class LineRewriter {
  /** Number of comment lines so far. */
  comments = 0;
  /** Number of lines below the features of a GFF file, which contain sequences. */
  sequences = 0;
  /** Number of columns of a table without names. */
  readonly width: number;
  private readonly sign: string | undefined;
  private readonly spaced: SpacedLines | undefined;
  private readonly isSpaced: boolean;
  private readonly delimiter: string;
  /** True for formats in which quotes are ordinary characters. */
  private readonly hasPlainQuotes: boolean;
  private readonly decoder = new TextDecoder("utf-8", { fatal: true });
  private readonly splitter = new LineSplitter();
  /** Line with numbered names, until it is written. */
  private header: string;
  private awaitsNames: boolean;
  private isOpen = false;

  /** `head` contains at least the first bytes of the text; `isWhole` means that it contains all of them. */
  constructor(
    { comments, header_rows: rows = 1, delimiter: stated }: ReadOptions,
    delimiter: string,
    head: Buffer,
    isWhole: boolean,
  ) {
    this.sign = comments;
    this.delimiter = delimiter;
    this.hasPlainQuotes = comments === "##" || comments === "@";
    this.isSpaced = stated === " ";
    this.awaitsNames = rows > 0;
    const lines = headLines(head, isWhole);
    const body = lines.filter((line) => !this.isComment(line));
    this.spaced = this.isSpaced ? spacedLines(body, lines) : undefined;
    if (this.isSpaced && this.spaced === undefined)
      throw new UnreadableText(
        "the lines have different numbers of cells between spaces; save the table as CSV or TSV",
      );
    const plain = this.hasPlainQuotes ? body.map((line) => quotedCells(line, delimiter)) : body;
    this.width = this.spaced?.width ?? widthOf(plain, delimiter);
    const names = Array.from({ length: this.width }, (_, index) => numberedName(index));
    this.header = rows > 0 ? "" : `${names.join(this.isSpaced ? "," : delimiter)}\n`;
  }

  take(chunk: Buffer, final: boolean): Buffer {
    const { header } = this;
    this.header = "";
    if (!this.isSpaced && this.sign === undefined) {
      if (header === "") return chunk;
      return Buffer.concat([Buffer.from(header), withoutMark(chunk)]);
    }
    const lines = this.splitter.take(this.decode(chunk, final), final);
    return Buffer.from(header + lines.map((line) => `${this.rewritten(line)}\n`).join(""));
  }

  private rewritten(line: string): string {
    const text = line.startsWith("\ufeff") ? line.slice(1) : line;
    if (this.sequences > 0 || (this.sign === "#" && !this.isOpen && SEQUENCES.test(text))) {
      this.sequences++;
      return "";
    }
    if (!this.isOpen && this.isComment(text)) {
      this.comments++;
      return "";
    }
    if (this.spaced === undefined && this.hasPlainQuotes) return quotedCells(text, this.delimiter);
    if (this.spaced === undefined) {
      this.isOpen = isOpenBehind(text, this.isOpen);
      return text;
    }
    if (text.trim() === "" || isRuler(text)) return "";
    const split = this.awaitsNames ? splitSpacedNames : splitSpaced;
    this.awaitsNames = false;
    return split(text, this.spaced).map(csvCell).join(",");
  }

  private isComment(line: string): boolean {
    return this.sign !== undefined && line.startsWith(this.sign);
  }

  private decode(chunk: Buffer, final: boolean): string {
    try {
      return this.decoder.decode(chunk, { stream: !final });
    } catch {
      throw new UnreadableText("the text is not UTF-8; save it as UTF-8 text, or state its encoding");
    }
  }
}

/** Quotes the cells that the CSV reader would otherwise read as quoted. */
function quotedCells(line: string, delimiter: string): string {
  if (!line.includes('"')) return line;
  const cells = line.split(delimiter);
  return cells.map((cell) => (cell.startsWith('"') ? csvCell(cell) : cell)).join(delimiter);
}

/** Returns the complete lines among the first bytes of a text. */
export function headLines(bytes: Buffer, isWhole: boolean): string[] {
  const head = bytes.subarray(0, HEAD_BYTES);
  const isAll = isWhole && head.length === bytes.length;
  const text = (isAll ? head : head.subarray(0, head.lastIndexOf(LF) + 1)).toString("utf8");
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  if (lines[lines.length - 1] === "") lines.pop();
  return lines;
}

/** Returns the number of cells in the widest of the first records. */
export function widthOf(lines: readonly string[], delimiter: string): number {
  const records = new CsvRecords(delimiter);
  let width = 1;
  records.push(Buffer.from(`${lines.join("\n")}\n`), true);
  while (records.next()) {
    if (records.fault?.isFatal) break;
    width = Math.max(width, records.count);
  }
  return width;
}

function withoutMark(chunk: Buffer): Buffer {
  return chunk.subarray(0, 3).toString("hex") === "efbbbf" ? chunk.subarray(3) : chunk;
}
