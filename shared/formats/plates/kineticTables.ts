import { type GridLine, PLATE_COLUMNS, rowsOf } from "#shared/formats/detect/plateGrid.ts";
import { countSettings } from "#shared/formats/detect/plateLine.ts";
import { readTitle } from "./gridTitle.ts";
import type { TitledGrid } from "./layout.ts";
import { titleAbove, titleCells } from "./titleAbove.ts";
import { findWellTables, type TimedValue, type WellTable } from "./wellTables.ts";

/** Finds tables of wells over time among lines of cells, and separates them from the other lines. */
export class KineticTables {
  /** Lines without the tables and their titles. */
  readonly others: readonly GridLine[];
  /** Number of cells in the table's lines that are not well values, such as temperatures. */
  readonly outside: number;
  private readonly tables: readonly { table: WellTable; title: string }[];

  constructor(lines: readonly GridLine[]) {
    let end = 0;
    let outside = 0;
    const emptied = new Set<number>();
    this.tables = findWellTables(lines).map((table) => {
      const { header, rows, cells } = table;
      const above = titleAbove(lines, header, end);
      for (const at of [...above, header, ...rows]) emptied.add(at);
      const title = above.map((at) => lines[at] as GridLine);
      for (const line of title) outside += countSettings(line.cells);
      for (const [at, own] of cells)
        outside += (lines[at]?.cells ?? []).filter(
          (cell, index) => cell.trim() !== "" && !own.has(index),
        ).length;
      end = (rows[rows.length - 1] as number) + 1;
      return { table, title: title.flatMap((line) => titleCells(line).map(({ text }) => text)).join(" ") };
    });
    this.outside = outside;
    this.others =
      emptied.size === 0
        ? lines
        : lines.map((line, at) => (emptied.has(at) ? { line: line.line, cells: [] } : line));
  }

  get isEmpty(): boolean {
    return this.tables.length === 0;
  }

  /**
   * Returns the tables as grids with their titles. Each grid has the shape of the first layout into which it fits, otherwise a
   * standard shape.
   */
  titled(layouts: readonly TitledGrid[]): Map<TitledGrid, TimedValue[]> {
    const shapes = [...new Set(layouts.map(({ columns }) => columns)), ...PLATE_COLUMNS.toReversed()];
    return new Map(
      this.tables.map(({ table: { header, rows, values }, title }) => {
        const fits = (columns: number) =>
          values.every(({ row, column }) => column < columns && row < (rowsOf(columns) ?? 0));
        const columns = shapes.find(fits) ?? (PLATE_COLUMNS[0] as number);
        const grid: TitledGrid = { header, rows, start: 0, columns, title: readTitle(title) };
        return [grid, values] as const;
      }),
    );
  }
}
