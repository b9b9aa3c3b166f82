import { cellText } from "./cells.ts";
import type { GridSource } from "./gridSource.ts";

export interface Cell {
  row: number;
  column: number;
}

const CHARACTER_PX = 9;
const MIN_WIDTH_PX = 72;
const MAX_COLUMN_WIDTH_PX = 420;

export interface Block {
  fromRow: number;
  toRow: number;
  fromColumn: number;
  toColumn: number;
}

export function blockOf(a: Cell, b: Cell): Block {
  return {
    fromRow: Math.min(a.row, b.row),
    toRow: Math.max(a.row, b.row),
    fromColumn: Math.min(a.column, b.column),
    toColumn: Math.max(a.column, b.column),
  };
}

export function isInside(block: Block, row: number, column: number): boolean {
  return row >= block.fromRow && row <= block.toRow && column >= block.fromColumn && column <= block.toColumn;
}

/** Returns the cell that a key moves to; null for keys that the grid does not handle. */
export function cellAfter(
  key: string,
  isCommand: boolean,
  { row, column }: Cell,
  { rows, columns, page }: { rows: number; columns: number; page: number },
): Cell | null {
  const [lastRow, lastColumn] = [Math.max(0, rows - 1), Math.max(0, columns - 1)];
  const at = (nextRow: number, nextColumn: number): Cell => ({
    row: Math.min(Math.max(nextRow, 0), lastRow),
    column: Math.min(Math.max(nextColumn, 0), lastColumn),
  });
  switch (key) {
    case "ArrowDown":
      return at(isCommand ? lastRow : row + 1, column);
    case "ArrowUp":
      return at(isCommand ? 0 : row - 1, column);
    case "ArrowRight":
      return at(row, isCommand ? lastColumn : column + 1);
    case "ArrowLeft":
      return at(row, isCommand ? 0 : column - 1);
    case "PageDown":
      return at(row + page, column);
    case "PageUp":
      return at(row - page, column);
    case "Home":
      return at(isCommand ? 0 : row, 0);
    case "End":
      return at(isCommand ? lastRow : row, lastColumn);
    default:
      return null;
  }
}

/** Columns of a grid: their widths in pixels, and how many leading ones stay in place when the others are scrolled. */
export interface GridLayout {
  widths: readonly number[];
  /** Width of the row numbers. */
  numberWidth: number;
  pinned: number;
  /** Widths as a CSS grid template. */
  template: string;
}

/** Number of rows whose cells determine the widths. */
const SAMPLE_ROWS = 40;

export function layoutOf(rows: GridSource, count: number, pinned: number): GridLayout {
  const widths = columnWidths(rows, Math.min(count, SAMPLE_ROWS));
  const numberWidth = String(count).length * CHARACTER_PX + 24;
  return {
    widths,
    numberWidth,
    pinned,
    template: [numberWidth, ...widths].map((width) => `${width}px`).join(" "),
  };
}

function columnWidths(rows: GridSource, sample: number): number[] {
  return rows.columns.map(({ name, isDate }, column) => {
    let longest = name.length + 2;
    for (let row = 0; row < sample; row += 1)
      longest = Math.max(longest, cellText(rows.valueAt(row, column), isDate)?.length ?? 0);
    return Math.min(Math.max(longest * CHARACTER_PX + 24, MIN_WIDTH_PX), MAX_COLUMN_WIDTH_PX);
  });
}

/** Returns the cell style of a pinned column; undefined for other columns. */
export function pinnedStyle({ widths, numberWidth, pinned }: GridLayout, column: number) {
  return column < pinned ? { left: `${numberWidth + widthOf(widths.slice(0, column))}px` } : undefined;
}

/** Scrolls horizontally until a column is fully visible; pinned columns always are. */
export function revealColumn(
  grid: Pick<HTMLElement, "clientWidth" | "scrollLeft"> | null,
  column: number,
  { widths, numberWidth, pinned }: GridLayout,
): void {
  if (!grid || column < pinned) return;
  const fixed = widthOf(widths.slice(0, pinned));
  const left = widthOf(widths.slice(0, column));
  const right = left + (widths[column] ?? 0);
  const seen = grid.clientWidth - numberWidth;
  if (left < grid.scrollLeft + fixed) grid.scrollLeft = left - fixed;
  else if (right > grid.scrollLeft + seen) grid.scrollLeft = right - seen;
}

function widthOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}
