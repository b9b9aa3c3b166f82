/** One sequence in a file. */
export interface SequenceRow {
  /** Line on which it starts, counted from 1. */
  line: number;
  name: string;
  description: string;
  /** Letters without gaps. */
  sequence: string;
  /** Sequence as written, with its gaps; for a read, its qualities. */
  written: string;
  /** Sequences of the second chain and of further ones. */
  chains?: readonly string[];
}

/** Reader for one format, which receives the lines of a file in order. */
export interface SequenceReader {
  /** Reads a line; returns the sequence that ends before or on it, if any. Throws UnreadableText. */
  take(text: string, line: number): SequenceRow | undefined;
  /**
   * Returns the sequences that end with the file. If the file is truncated, the last one is incomplete and not returned.
   * Throws UnreadableText.
   */
  end(isCut: boolean): SequenceRow[];
  /** Lists the parts of the file that contain no sequence and were not read, as sentence fragments such as `3 comment lines`. */
  skipped(): string[];
}

/** One row of a file, with a cell for each column of its format. */
export interface FileRow {
  /** Line on which it starts, counted from 1. */
  line: number;
  cells: readonly string[];
}

/** Reader for a format with format-specific columns. Its methods correspond to those of `SequenceReader`. */
export interface RowReader {
  take(text: string, line: number): Iterable<FileRow>;
  end(isCut: boolean): Iterable<FileRow>;
  skipped(): string[];
}

const NO_ROWS: readonly FileRow[] = [];

/** Wraps a sequence reader as a row reader; `further` is the number of columns for further chains. */
export function rowsOfSequences(reader: SequenceReader, further = 0): RowReader {
  const rowOf = ({ line, name, description, sequence, written, chains = [] }: SequenceRow): FileRow => {
    const others = Array.from({ length: further }, (_, index) => chains[index] ?? "");
    return { line, cells: [name, description, sequence, written, ...others] };
  };
  return {
    take: (text, line) => {
      const row = reader.take(text, line);
      return row === undefined ? NO_ROWS : [rowOf(row)];
    },
    end: (isCut) => reader.end(isCut).map(rowOf),
    skipped: () => reader.skipped(),
  };
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
  const description = text.slice(end).trim();
  // Design tools write a list of properties: `design_1, score=1.2`.
  const isListed = /^[a-z]\w*=/i.test(description);
  return { name: text.slice(0, end).replace(isListed ? /(?<=.),$/ : "", ""), description };
}
