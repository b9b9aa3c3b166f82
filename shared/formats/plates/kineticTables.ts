import { type GridLine, PLATE_COLUMNS, rowsOf } from "../detect/plateGrid.ts";
import { countSettings } from "../detect/plateLine.ts";
import { type GridTitle, readTitle } from "./gridTitle.ts";
import { readerOf } from "./instruments/readers.ts";
import type { WellBlock } from "./instruments/wellBlock.ts";
import type { TitledGrid } from "./layout.ts";
import { titleAbove, titleCells } from "./titleAbove.ts";
import { findWellTables, type WellTable } from "./wellTables.ts";

/** Table with its title. */
interface TitledTable {
  table: Pick<WellTable, "header" | "rows" | "cells"> & { values: BlockValue[] };
  title: GridTitle;
}

type BlockValue = WellBlock["values"][number];

/**
 * Finds tables of wells over time, and the blocks that instruments write, among lines of cells, and separates them from the
 * other lines.
 */
export class KineticTables {
  /** Lines without the tables and their titles. */
  readonly others: readonly GridLine[];
  /** Number of cells in the table's lines that are not well values, such as temperatures. */
  readonly outside: number;
  /** Sample names of wells. */
  readonly contents: readonly { row: number; column: number; text: string }[];
  private readonly tables: readonly TitledTable[];
  private readonly labels: (at: number) => string | undefined;
  private readonly labelsFollow: boolean;
  private readonly shorten: (words: string) => string;

  constructor(lines: readonly GridLine[]) {
    let end = 0;
    let outside = 0;
    const emptied = new Set<number>();
    const reader = readerOf(lines);
    const blocks = reader?.blocks(lines) ?? [];
    const covered = new Set(blocks.flatMap(({ header, rows }) => [header, ...rows]));
    const tables = findWellTables(lines).filter(({ header }) => !covered.has(header));
    this.contents = [...tables, ...blocks].flatMap(({ contents = [] }) => contents);
    this.shorten = reader?.title ?? ((words) => words);
    this.labelsFollow = reader?.labelsFollowTitles === true;
    this.labels = labelFinder(reader?.labels?.(lines));
    const all = [
      ...tables.map((table) => ({ ...table, label: undefined, plate: undefined })),
      ...blocks,
    ].sort((a, b) => a.header - b.header);
    this.tables = all.map((table) => {
      const { header, rows, cells, label, plate } = table;
      const above = titleAbove(lines, header, end);
      for (const at of [...above, header, ...rows]) emptied.add(at);
      const title = above.map((at) => lines[at] as GridLine);
      for (const line of title) outside += countSettings(line.cells);
      for (const [at, readCells] of cells)
        outside += (lines[at]?.cells ?? []).filter(
          (cell, index) => cell.trim() !== "" && !readCells.has(index),
        ).length;
      end = (rows[rows.length - 1] as number) + 1;
      const words = title.flatMap((line) => titleCells(line).map(({ text }) => text)).join(" ");
      const read = readTitle(this.shorten(words));
      if (label === undefined)
        return { table, title: { ...read, words: read.words || (this.labels(header) ?? "") } };
      const named = plate === undefined ? read : { ...read, plate };
      return { table, title: { ...named, words: label || (this.labels(header) ?? read.words) } };
    });
    this.outside = outside;
    this.others =
      emptied.size === 0
        ? lines
        : lines.map((line, at) => (emptied.has(at) ? { line: line.line, cells: [] } : line));
  }

  /** Returns the words for the grid at a line: the label that an instrument wrote for it, or the words of its title. */
  wordsFor(at: number, words: string, isLayout: boolean): string {
    const label = isLayout ? undefined : this.labels(at);
    return this.labelsFollow && label !== undefined
      ? `${this.shorten(words)} ${label}`.trim()
      : (label ?? this.shorten(words));
  }

  get isEmpty(): boolean {
    return this.tables.length === 0;
  }

  /**
   * Returns the tables as grids with their titles. Each grid has the shape of the first layout into which it fits, otherwise a
   * standard shape.
   */
  titled(layouts: readonly TitledGrid[]): Map<TitledGrid, BlockValue[]> {
    const shapes = [...new Set(layouts.map(({ columns }) => columns)), ...PLATE_COLUMNS.toReversed()];
    return new Map(
      this.tables.map(({ table: { header, rows, values }, title }) => {
        const fits = (columns: number) =>
          values.every(({ row, column }) => column < columns && row < (rowsOf(columns) ?? 0));
        const columns = shapes.find(fits) ?? (PLATE_COLUMNS[0] as number);
        const grid: TitledGrid = { header, rows, start: 0, columns, title };
        return [grid, values] as const;
      }),
    );
  }
}

/** Returns a function that finds the last label above a line. */
function labelFinder(labels: ReadonlyMap<number, string> | undefined): (at: number) => string | undefined {
  const sorted = [...(labels ?? [])].sort(([a], [b]) => a - b);
  return (at) => sorted.findLast(([line]) => line < at)?.[1];
}
