import { VALUE_NUMBER } from "@pdp/basics/columns";
import { type GridLine, letterOf } from "../detect/plateGrid.ts";
import { countSettings } from "../detect/plateLine.ts";
import { firstLine, type Grid } from "./findGrids.ts";
import { isLayoutTitle } from "./gridKind.ts";
import { type GridTitle, readTitle } from "./gridTitle.ts";
import { type TitleCell, titleAbove, titleCells } from "./titleAbove.ts";

const SECONDS_PER_HOUR = 3_600;

/** Reads the titles above plates, and counts the cells that do not belong to any plate or title. */
export class TitleReader {
  /** Number of cells outside plates and titles. */
  readonly outside: number;
  private readonly lines: readonly GridLine[];
  private readonly grids: readonly Grid[];
  /** Title lines of each grid. */
  private readonly titles: string[][];

  constructor(lines: readonly GridLine[], grids: readonly Grid[]) {
    this.lines = lines;
    this.grids = grids;
    const covered = new Set<number>();
    let end = 0;
    let above: number[] = [];
    const linesAbove = grids.map((grid) => {
      const first = firstLine(grid);
      if (first >= end) {
        above = titleAbove(lines, first, end);
        for (const at of above) covered.add(at);
      }
      end = Math.max(end, (grid.rows[grid.rows.length - 1] as number) + 1);
      return above;
    });
    this.titles = titleLines(lines, grids, linesAbove);
    this.outside = this.countOutside(covered);
  }

  /** Returns the text that describes each plate: above it, in its corner, and after its rows. */
  read(): (GridTitle & { isOfLayout: boolean })[] {
    const texts = this.grids.map((grid, index) => this.textOf(grid, index));
    const titles = texts.map((text) => readTitle(text));
    // The times of a kinetic measurement start near 0.
    const clocks = titles.filter(({ isClock }) => isClock).map(({ time = 0 }) => time);
    const areTimesOfDay = clocks.length > 0 && clocks.every((time) => time >= SECONDS_PER_HOUR);
    return titles.map((stated, index) => {
      const read = stated.isClock && areTimesOfDay ? readTitle(texts[index] ?? "", false) : stated;
      const { lead } = this.grids[index] as Grid;
      const title = typeof lead === "object" ? { ...read, time: lead.seconds } : read;
      const above = this.titles[index] ?? [];
      return { ...title, isOfLayout: isLayoutTitle(title.words, above[above.length - 1] ?? "") };
    });
  }

  private textOf(grid: Grid, index: number): string {
    const { header, start } = grid;
    const before = this.grids[index - 1];
    // Next to another plate, the cell before the first number may be a number of that plate.
    const hasCorner =
      header !== undefined && grid.lead === undefined && !(before !== undefined && areAdjacent(before, grid));
    const corner = hasCorner ? (this.lines[header]?.cells[start - 1]?.trim() ?? "") : "";
    const label = this.labelOf(grid, index) ?? "";
    // The label often repeats a line of the title.
    const above = (this.titles[index] ?? []).filter((line) => !label.startsWith(line));
    return [...above, /^\W*$/.test(corner) ? "" : corner, label].filter(Boolean).join(" ");
  }

  /** Returns the read name after the wells: either the same words in each row, or an integer such as a wavelength. */
  private labelOf(grid: Grid, index: number): string | undefined {
    const { header, rows, start, columns } = grid;
    const next = this.grids[index + 1];
    if (next !== undefined && areAdjacent(grid, next)) return undefined;
    const labels = new Set(rows.map((at) => this.lines[at]?.cells[start + columns]?.trim() ?? ""));
    const [label = ""] = labels;
    if (labels.size !== 1 || label === "") return undefined;
    const name = header === undefined ? "" : (this.lines[header]?.cells[start + columns]?.trim() ?? "");
    return VALUE_NUMBER.test(label) && (name !== "" || !/^\d+$/.test(label)) ? undefined : label;
  }

  private countOutside(titles: ReadonlySet<number>): number {
    const { lines } = this;
    const inside = new Map<number, Uint8Array>();
    const cover = (at: number, first: number, end: number): void => {
      const covered = inside.get(at) ?? new Uint8Array(lines[at]?.cells.length ?? 0);
      inside.set(at, covered.fill(1, Math.max(0, first), end));
    };
    this.grids.forEach((grid, index) => {
      const { header, rows, start, columns, lead } = grid;
      const first = lead === undefined ? start - 1 : start;
      if (header !== undefined) cover(header, first, start + columns);
      if (typeof lead === "object")
        for (const at of [header, rows[0]]) if (at !== undefined) cover(at, lead.position, lead.position + 1);
      const hasLabel = this.labelOf(grid, index) !== undefined;
      const isLetter = (row: number) =>
        lines[rows[row] as number]?.cells[start + columns]?.trim() === letterOf(row);
      const hasLetters = rows.every((_, row) => isLetter(row));
      // Letter before the wells, and the read name or letter after them.
      for (const row of rows) cover(row, first, start + columns + (hasLabel || hasLetters ? 1 : 0));
    });
    return lines.reduce((sum, { cells }, at) => {
      if (titles.has(at)) return sum + countSettings(cells);
      const covered = inside.get(at);
      return sum + cells.filter((cell, position) => cell.trim() !== "" && covered?.[position] !== 1).length;
    }, 0);
  }
}

/** Tells whether the second plate is to the right of the first one. */
function areBeside(left: Grid, right: Grid): boolean {
  return firstLine(left) === firstLine(right) && left.start < right.start;
}

/** Tells whether the second plate starts in the cell after the first one. */
function areAdjacent(left: Grid, right: Grid): boolean {
  return areBeside(left, right) && left.start + left.columns === right.start;
}

/**
 * Returns the lines of each grid's title. If plates are adjacent, each gets the cells above it; otherwise, a plate gets all
 * cells.
 */
function titleLines(
  lines: readonly GridLine[],
  grids: readonly Grid[],
  linesAbove: readonly (readonly number[])[],
): string[][] {
  const filled = new Map<number, TitleCell[]>();
  for (const at of new Set(linesAbove.flat())) filled.set(at, titleCells(lines[at] as GridLine));
  return grids.map((grid, index) => {
    const [before, next] = [grids[index - 1], grids[index + 1]];
    const first = before !== undefined && areBeside(before, grid) ? leftOf(grid, before) : 0;
    const end = next !== undefined && areBeside(grid, next) ? leftOf(next, grid) : Number.POSITIVE_INFINITY;
    return (linesAbove[index] ?? []).map((at) => {
      const all = filled.get(at) ?? [];
      const ownCells = all.filter(({ position }) => position >= first && position < end);
      return (ownCells.length > 0 ? ownCells : all).map(({ text }) => text).join(" ");
    });
  });
}

/** Returns the start of a plate that has another plate to its left, including its row letters, if any. */
function leftOf(grid: Grid, left: Grid): number {
  return areAdjacent(left, grid) ? grid.start : grid.start - 1;
}
