import { FORMATS, type SequenceFormat } from "../options/fileFormat.ts";
import { MAX_CHAINS } from "../options/formats/sequenceColumns.ts";
import { MAX_ROW_BYTES } from "../source.ts";
import { csvCell } from "../text/csvCell.ts";
import { UnreadableText } from "../text/unreadableText.ts";
import { ClustalReader } from "./clustalReader.ts";
import { FastaReader } from "./fastaReader.ts";
import { FastqReader } from "./fastqReader.ts";
import { FlatFileReader } from "./flatFileReader.ts";
import { LineSplitter, tooLong } from "./lineSplitter.ts";
import { MmcifReader } from "./mmcifReader.ts";
import { PdbReader } from "./pdbReader.ts";
import { type FileRow, type RowReader, rowsOfSequences } from "./sequenceReader.ts";
import { StockholmReader } from "./stockholmReader.ts";
import { commonProperties, titleProperties } from "./titleProperties.ts";

/** Header line of the CSV text, chosen so that each sequence can be on the line on which it starts in its file. */
export const HEADER_LINE = 0;

const READERS: Record<SequenceFormat, () => RowReader> = {
  FASTA: () => rowsOfSequences(new FastaReader(false), MAX_CHAINS - 1),
  A3M: () => rowsOfSequences(new FastaReader(true)),
  FASTQ: () => rowsOfSequences(new FastqReader()),
  STOCKHOLM: () => rowsOfSequences(new StockholmReader()),
  CLUSTAL: () => rowsOfSequences(new ClustalReader()),
  GENBANK: () => new FlatFileReader(),
  PDB: () => new PdbReader(),
  MMCIF: () => new MmcifReader(),
};

/** Formats with titles that may contain properties, such as `score=0.8`, which become further columns. */
const WITH_TITLES: readonly SequenceFormat[] = ["FASTA", "A3M"];
/** Number of leading characters in which properties are found. */
const HEAD_CHARACTERS = 64 << 10;

/** Notes about a converted file. */
export interface SequenceNotes {
  /** Unread parts, as in `SequenceReader.skipped`. */
  skipped: string[];
  /**
   * Number of values in each column; for aligned and observed sequences, only those that differ from the sequence are counted.
   */
  values: ReadonlyMap<string, number>;
}

/**
 * Converts a file of sequences to CSV text, which the CSV reader then checks. Each row is on the line on which its sequence
 * starts in the file, with empty lines between rows, and the header is on line 0. Memory: one sequence, or one alignment if it
 * is written in blocks. `isCut` means that the bytes may be only the beginning of a longer file. Throws UnreadableText.
 */
export async function* sequenceText(
  content: AsyncIterable<Buffer>,
  format: SequenceFormat,
  isCut: boolean,
): AsyncGenerator<Buffer, SequenceNotes> {
  const reader = READERS[format]();
  const names = FORMATS[format].columns;
  const { head, rest } = await splitHead(linesOf(content, isCut));
  const properties = WITH_TITLES.includes(format) ? commonProperties(head, names) : [];
  const writer = new RowWriter(names, properties);
  for await (const { lines, first } of rest()) {
    for (const [index, text] of lines.entries()) {
      for (const row of reader.take(text, first + index)) yield* writer.add(row);
    }
    yield writer.flush();
  }
  for (const row of reader.end(isCut)) yield* writer.add(row);
  if (writer.rows === 0 && !isCut) throw new UnreadableText("the file contains no sequence");
  yield writer.flush();
  return { skipped: reader.skipped(), values: writer.values };
}

interface Lines {
  lines: string[];
  /** Line number of the first one. */
  first: number;
}

/** Returns the first lines of a file, however it arrives in chunks, and a generator of all lines. */
async function splitHead(
  all: AsyncGenerator<Lines>,
): Promise<{ head: string[]; rest: () => AsyncGenerator<Lines> }> {
  const head: string[] = [];
  const seen: Lines[] = [];
  for (let characters = 0; characters < HEAD_CHARACTERS; ) {
    const { done, value } = await all.next();
    if (done) break;
    seen.push(value);
    for (const line of value.lines) {
      if (characters >= HEAD_CHARACTERS) break;
      head.push(line);
      characters += line.length + 1;
    }
  }
  async function* rest(): AsyncGenerator<Lines> {
    yield* seen;
    yield* all;
  }
  return { head, rest };
}

/** Yields the lines of a text file; for a truncated file, only the complete lines. */
async function* linesOf(content: AsyncIterable<Buffer>, isCut: boolean): AsyncGenerator<Lines> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const splitter = new LineSplitter();
  const split = (text: string, final: boolean) => {
    const first = splitter.lines + 1;
    return { lines: splitter.take(text, final), first };
  };
  try {
    for await (const chunk of content) yield split(decode(decoder, chunk), false);
  } catch (error) {
    // A compressed file ends too early if only part of it was sent.
    if (!isCut || !(error instanceof UnreadableText)) throw error;
  }
  if (!isCut) yield split(decode(decoder, undefined), true);
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk: Buffer | undefined): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new UnreadableText('the text is not UTF-8; specify its "encoding", or save it as UTF-8');
  }
}

/** Columns with values that are redundant if they equal the sequence. */
const REPEATING = ["aligned_sequence", "observed_sequence"];
const MAX_PENDING_CHARACTERS = 1 << 20;
/** A character of UTF-8 text has at most three bytes per string code unit. */
const MAX_BYTES_OF_UNIT = 3;

/** Writes sequences as CSV rows. */
class RowWriter {
  rows = 0;
  private line = HEADER_LINE + 1;
  private text: string;
  private readonly names: readonly string[];
  /** Names of properties in titles; the description contains them, too. */
  private readonly properties: readonly string[];
  private readonly counts: number[];

  constructor(names: readonly string[], properties: readonly string[]) {
    this.names = names;
    this.properties = properties;
    this.counts = names.map(() => 0);
    this.text = `${[...names, ...properties].join(",")}\n`;
  }

  /** Number of values in each column. */
  get values(): ReadonlyMap<string, number> {
    return new Map(this.names.map((name, column) => [name, this.counts[column] ?? 0]));
  }

  /** Adds a row, and yields text once enough is pending. */
  *add({ line, cells }: FileRow): Generator<Buffer> {
    const row = [...cells, ...this.valuesOf(cells)].map(csvCell).join(",");
    if (MAX_BYTES_OF_UNIT * row.length > MAX_ROW_BYTES && Buffer.byteLength(row) > MAX_ROW_BYTES)
      throw tooLong(line);
    // There may be millions of empty lines before a row.
    while (this.line < line) {
      const count = Math.min(line - this.line, MAX_PENDING_CHARACTERS);
      this.text += "\n".repeat(count);
      this.line += count;
      if (this.isFull) yield this.flush();
    }
    this.text += `${row}\n`;
    const repeated = cells[this.names.indexOf("sequence")];
    for (const [column, text] of cells.entries())
      if (text !== "" && !(REPEATING.includes(this.names[column] as string) && text === repeated))
        this.counts[column] = (this.counts[column] ?? 0) + 1;
    this.line++;
    this.rows++;
    if (this.isFull) yield this.flush();
  }

  private valuesOf([name = "", description = ""]: readonly string[]): string[] {
    if (this.properties.length === 0) return [];
    const properties = titleProperties(`${name} ${description}`);
    return this.properties.map((property) => properties.get(property) ?? "");
  }

  flush(): Buffer {
    const bytes = Buffer.from(this.text);
    this.text = "";
    return bytes;
  }

  private get isFull(): boolean {
    return this.text.length >= MAX_PENDING_CHARACTERS;
  }
}
