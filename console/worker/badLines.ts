import type { Problem } from "#shared/domain/problem.ts";
import type { LineRange } from "./cutLines.ts";

interface RowLines {
  badRows: readonly LineRange[];
  /** Line of the first row. */
  firstRow: number;
}

export const NO_ROWS: RowLines = { badRows: [], firstRow: 1 };

/** Collector of the lines that have problems. */
export class BadLines {
  private readonly lines = new Set<number>();
  /** Lines with which a row begins that could not be read as one. */
  private readonly unreadable = new Set<number>();
  private isOfFile = false;

  add({ line, column }: Problem): void {
    if (line === undefined) {
      this.isOfFile = true;
      return;
    }
    this.lines.add(line);
    if (column === undefined) this.unreadable.add(line);
  }

  /**
   * Returns the lines of each row that has a problem, in ascending order. None if other rows could not be loaded without
   * them: a problem concerns the whole file, or no row is without one. `readable` are the lines with which the rows begin
   * that could be read as such, of `rowCount` in all.
   */
  rowsOf(readable: Iterable<number>, rowCount: number): RowLines {
    if (this.isOfFile || rowCount === 0 || this.lines.size === 0) return NO_ROWS;
    const starts = [...new Set([...readable, ...this.unreadable])].sort((a, b) => a - b);
    const badRows: LineRange[] = [];
    for (const line of [...this.lines].sort((a, b) => a - b)) {
      const row = lastUpTo(starts, line);
      const from = starts[row];
      if (from === undefined) return NO_ROWS;
      if (badRows.at(-1)?.from !== from)
        badRows.push({ from, to: starts[row + 1] ?? Number.POSITIVE_INFINITY });
    }
    return badRows.length < starts.length ? { badRows, firstRow: starts[0] ?? 1 } : NO_ROWS;
  }
}

/** Returns the index of the last number that is not above a limit; -1 if all are. */
function lastUpTo(ascending: readonly number[], limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
