import { UnreadableXlsx } from "./unreadableXlsx.ts";
import { isEmpty, type XlsxRow, type XlsxValue } from "./xlsxValue.ts";

/** Merged range; rows are counted from 1 and columns from 0, both ends inclusive. */
export interface MergedRange {
  /** Name in the file, such as `A2:A5`. */
  name: string;
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

const MAX_RANGES = 100_000;
const MERGE_TAG = /<(?:\w{1,20}:)?mergeCell\s{1,9}ref\s{0,9}=\s{0,9}["']([A-Z$\d:]{1,30})["']/g;
const RANGE = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/;

/** Merged ranges of a sheet. */
export class MergedCells {
  readonly ranges: MergedRange[] = [];

  /** Adds a range by name. Ignores single cells and other forms. */
  add(name: string): void {
    const parts = RANGE.exec(name.replaceAll("$", ""));
    if (parts === null) return;
    const [, left = "", top = "", right = "", bottom = ""] = parts;
    const range = {
      name,
      firstRow: Number(top),
      lastRow: Number(bottom),
      firstColumn: letters(left),
      lastColumn: letters(right),
    };
    if (range.firstRow === range.lastRow && range.firstColumn === range.lastColumn) return;
    if (this.ranges.length === MAX_RANGES)
      throw new UnreadableXlsx(
        `the sheet has more than ${MAX_RANGES.toLocaleString("en-US")} merged ranges; load the data as CSV`,
      );
    this.ranges.push(range);
  }
}

/** Fills the cells of merged ranges with the value of their first cell, row by row. */
export class MergedFill {
  /** Ranges that have not started yet, last ones first. */
  private readonly waiting: MergedRange[];
  private active: { range: MergedRange; value: XlsxValue }[] = [];
  private readonly countCells: (cells: number) => void;

  /** `countCells` is called with the number of filled cells, and may throw. */
  constructor(ranges: readonly MergedRange[], countCells: (cells: number) => void) {
    this.waiting = ranges.toSorted((a, b) => b.firstRow - a.firstRow);
    this.countCells = countCells;
  }

  /** Fills a row that contains values. Rows must be passed in order. */
  fill({ line, values }: XlsxRow): void {
    for (let next = this.waiting.at(-1); next && next.firstRow <= line; next = this.waiting.at(-1)) {
      this.waiting.pop();
      // The first row of a range contains its value; if that row is missing, the range is empty.
      const value = next.firstRow === line ? (values[next.firstColumn] ?? null) : null;
      if (!isEmpty(value)) this.active.push({ range: next, value });
    }
    if (this.active.length === 0) return;
    this.active = this.active.filter(({ range }) => range.lastRow >= line);
    for (const { range, value } of this.active) {
      this.countCells(range.lastColumn - range.firstColumn + 1);
      while (values.length <= range.lastColumn) values.push(null);
      for (let column = range.firstColumn; column <= range.lastColumn; column++) values[column] = value;
    }
  }
}

/** Number of characters of a chunk to keep for the next one: more than the longest name of a merged range. */
const CARRIED_CHARACTERS = 200;

/** Finds the merged ranges in the XML of a sheet, without parsing the rest of it. */
export async function findMergedRanges(content: AsyncIterable<Buffer>): Promise<readonly MergedRange[]> {
  const merged = new MergedCells();
  let rest = "";
  for await (const chunk of content) {
    const text = rest + chunk.toString("latin1");
    let behind = 0;
    if (text.includes("mergeCell")) {
      for (const match of text.matchAll(MERGE_TAG)) {
        merged.add(match[1] as string);
        behind = match.index + match[0].length;
      }
    }
    rest = text.slice(Math.max(behind, text.length - CARRIED_CHARACTERS));
  }
  return merged.ranges;
}

function letters(name: string): number {
  let index = 0;
  for (const letter of name) index = 26 * index + letter.charCodeAt(0) - 0x40;
  return index - 1;
}
