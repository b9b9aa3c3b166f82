import { type GridLine, PLATE_COLUMNS, rowsOf } from "#shared/formats/detect/plateGrid.ts";
import { isPlateLine, namedPlate } from "#shared/formats/detect/plateLine.ts";
import { readTitle } from "./gridTitle.ts";
import type { TitledGrid } from "./layout.ts";
import { findWellTables, type TimedValue, type WellTable } from "./wellTables.ts";

const MAX_TITLE_LINES = 3;

/** Tables of wells over time among lines of cells, and what else the lines have. */
export class KineticTables {
  /** The lines without the tables and their titles. */
  readonly others: readonly GridLine[];
  /** Number of cells within the lines of tables beside the values of wells, such as temperatures. */
  readonly outside: number;
  private readonly tables: readonly { table: WellTable; title: string }[];

  constructor(lines: readonly GridLine[]) {
    let end = 0;
    let outside = 0;
    const emptied = new Set<number>();
    this.tables = findWellTables(lines).map((table) => {
      const { header, rows, cells } = table;
      const title = titleAbove(lines, header, end);
      for (const at of [...title, header, ...rows]) emptied.add(at);
      for (const at of title) outside += settingsOf(lines[at]);
      for (const [at, own] of cells)
        outside += (lines[at]?.cells ?? []).filter(
          (cell, index) => cell.trim() !== "" && !own.has(index),
        ).length;
      end = (rows[rows.length - 1] as number) + 1;
      return { table, title: title.map((at) => filled(lines[at]).join(" ")).join(" ") };
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

  /** Returns the tables as grids with their titles. Their shape is that of the layouts that they fit in, or else a standard one. */
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

/** Counts the settings after the name of a plate. */
function settingsOf(line: GridLine | undefined): number {
  const cells = line?.cells ?? [];
  return isPlateLine(cells) ? cells.slice(2).filter((cell) => cell.trim() !== "").length : 0;
}

function filled(line: GridLine | undefined): string[] {
  if (line !== undefined && isPlateLine(line.cells)) return [namedPlate(line.cells[1]?.trim() ?? "")];
  return (line?.cells ?? []).map((cell) => cell.trim()).filter((cell) => cell !== "");
}

/** Returns the lines directly above a table that may be its title. */
function titleAbove(lines: readonly GridLine[], header: number, end: number): number[] {
  const found: number[] = [];
  let at = header - 1;
  while (at >= end && filled(lines[at]).length === 0) at--;
  for (; at >= end && found.length < MAX_TITLE_LINES; at--) {
    const { length } = filled(lines[at]);
    const isNext = found.length === 0 || lines[at]?.line === (lines[at + 1]?.line ?? 0) - 1;
    if (!isNext || length === 0 || length > MAX_TITLE_LINES) break;
    found.unshift(at);
    if (isPlateLine(lines[at]?.cells ?? [])) break;
  }
  return found;
}
