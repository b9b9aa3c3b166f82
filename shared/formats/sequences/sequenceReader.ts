/** One sequence of a file. */
export interface SequenceRow {
  /** Line on which it begins, from 1. */
  line: number;
  name: string;
  description: string;
  /** Letters without gaps. */
  sequence: string;
  /** The sequence as written, with its gaps; of a read, its qualities. */
  written: string;
}

/** Reader of one format, which receives the lines of a file in order. */
export interface SequenceReader {
  /** Reads a line; returns the sequence that ends before it or on it, if one does. Throws UnreadableText. */
  take(text: string, line: number): SequenceRow | undefined;
  /**
   * Returns the sequences that end with the file. If the file is truncated, the last one is incomplete and not returned.
   * Throws UnreadableText.
   */
  end(isCut: boolean): SequenceRow[];
  /** Says which parts of the file contain no sequence and were not read, as parts of a sentence such as `3 comment lines`. */
  skipped(): string[];
}

/** One row of a file, with a cell for each column of its format. */
export interface FileRow {
  /** Line on which it begins, from 1. */
  line: number;
  cells: readonly string[];
}

/** Reader of a format whose rows have their own columns. Its methods correspond to those of `SequenceReader`. */
export interface RowReader {
  take(text: string, line: number): Iterable<FileRow>;
  end(isCut: boolean): Iterable<FileRow>;
  skipped(): string[];
}

const NO_ROWS: readonly FileRow[] = [];

/** Returns a reader of sequences as a reader of rows. */
export function rowsOfSequences(reader: SequenceReader): RowReader {
  return {
    take: (text, line) => {
      const row = reader.take(text, line);
      return row === undefined ? NO_ROWS : [rowOf(row)];
    },
    end: (isCut) => reader.end(isCut).map(rowOf),
    skipped: () => reader.skipped(),
  };
}

function rowOf({ line, name, description, sequence, written }: SequenceRow): FileRow {
  return { line, cells: [name, description, sequence, written] };
}

const GAPS = /[-.~]+/g;

/** Returns a sequence without its gaps. */
export function withoutGaps(written: string): string {
  return written.replace(GAPS, "");
}

/** Splits a title into the name, which ends at the first space, and the description. */
export function splitTitle(title: string): { name: string; description: string } {
  const text = title.trim();
  const end = text.search(/\s/);
  if (end < 0) return { name: text, description: "" };
  return { name: text.slice(0, end), description: text.slice(end).trim() };
}
