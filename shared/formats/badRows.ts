/** Maximum number of skipped rows per file. */
export const MAX_BAD_ROWS = 100_000;

/** Collector of the line numbers of problems in a file. */
export class BadRows {
  /** True if there are more rows with problems than can be skipped. */
  areTooMany = false;
  private readonly lines = new Set<number>();
  /** First lines of the rows that could not be parsed. */
  private readonly unreadable = new Set<number>();
  private isOfFile = false;

  /** Records a problem that concerns the whole file or several rows. */
  addFile(): void {
    this.isOfFile = true;
  }

  /** Records a line with a problem; `isUnreadable` marks the first line of a row without readable cells. */
  add(line: number, isUnreadable: boolean): void {
    if (this.areTooMany) return;
    this.lines.add(line);
    if (isUnreadable) this.unreadable.add(line);
    if (this.lines.size <= MAX_BAD_ROWS) return;
    this.areTooMany = true;
    this.lines.clear();
    this.unreadable.clear();
  }

  /** Merges another collector for the same file. */
  addAll(other: BadRows): void {
    this.isOfFile ||= other.isOfFile;
    for (const line of other.lines) this.add(line, other.unreadable.has(line));
    if (!other.areTooMany) return;
    this.areTooMany = true;
    this.lines.clear();
    this.unreadable.clear();
  }

  /** True if all problems concern single rows. */
  get areOnly(): boolean {
    return !this.isOfFile;
  }

  /**
   * Returns the first lines of the rows with problems. Returns none if skipping these rows would not help: a problem concerns
   * the whole file, every row has a problem, or there are too many. `readable` contains the first lines of the rows that could
   * be read, out of `rowCount` in total; undefined if every row has one line.
   */
  among(readable: Iterable<number> | undefined, rowCount: number): ReadonlySet<number> {
    if (this.isOfFile || this.lines.size === 0) return NONE;
    const bad = readable === undefined ? this.lines : this.startsAmong(readable);
    return bad.size < rowCount ? bad : NONE;
  }

  /** Returns the first lines of the rows that contain the lines with problems; none if one of these lines is above all rows. */
  private startsAmong(readable: Iterable<number>): ReadonlySet<number> {
    const lines = [...this.lines].sort((a, b) => a - b);
    const bad = new Set<number>();
    let start: number | undefined;
    let at = 0;
    for (const next of merged(readable, [...this.unreadable])) {
      for (; (lines[at] ?? next) < next; at++) {
        if (start === undefined) return NONE;
        bad.add(start);
      }
      start = next;
    }
    if (start !== undefined && at < lines.length) bad.add(start);
    return bad;
  }
}

const NONE: ReadonlySet<number> = new Set();

/** Yields the numbers of both arguments in ascending order; `ascending` may be too large to fit in memory. */
function* merged(ascending: Iterable<number>, others: number[]): Generator<number> {
  others.sort((a, b) => a - b);
  let at = 0;
  for (const number of ascending) {
    for (; (others[at] ?? number) < number; at++) yield others[at] as number;
    yield number;
  }
  yield* others.slice(at);
}
