import { formatCount } from "@pdp/basics/wording";
import type { GridLine } from "../detect/plateGrid.ts";
import { UnreadableText } from "../text/unreadableText.ts";
import type { Grid } from "./findGrids.ts";
import type { GridTitle } from "./gridTitle.ts";

/** Names of the columns present in every table of wells. */
export const WELL_COLUMNS = [
  "plate",
  "read",
  "time",
  "temperature",
  "well",
  "row",
  "column",
  "value",
] as const;

/** Plate with the information from its title. */
export interface TitledGrid extends Grid {
  title: GridTitle;
}

/** Maximum number of descriptions per well; each becomes a column. */
const MAX_LAYOUTS = 100;

/** Descriptions of wells, one column for each grid that contains them. */
export class Layout {
  readonly names: string[] = [];
  /** Grids in order, with their column names. */
  readonly columns: { grid: TitledGrid; name: string }[] = [];
  private readonly lines: readonly GridLine[];
  /** Grids of each column, by shape and plate. */
  private readonly grids: Map<string, TitledGrid>[] = [];
  private readonly used = new Map<TitledGrid, Set<number>>();

  /** Throws UnreadableText if there are too many descriptions. */
  constructor(lines: readonly GridLine[], layouts: readonly TitledGrid[]) {
    this.lines = lines;
    const places = new Map<string, number>();
    // Number to try first for the next grid with the same name and plate, so that each number is tried only once.
    const next = new Map<string, number>();
    for (const grid of layouts) {
      const name = layoutName(grid.title.words);
      const key = keyOf(grid.columns, grid.title.plate);
      let count = next.get(`${name} ${key}`) ?? 1;
      let numberedName = numbered(name, count);
      while (this.grids[places.get(numberedName) ?? -1]?.has(key)) numberedName = numbered(name, ++count);
      next.set(`${name} ${key}`, count + 1);
      const at = places.get(numberedName) ?? this.names.push(numberedName) - 1;
      if (this.names.length > MAX_LAYOUTS)
        throw new UnreadableText(
          `the plates have more than ${formatCount(MAX_LAYOUTS, "description")} per well; split the file`,
        );
      this.columns.push({ grid, name: numberedName });
      places.set(numberedName, at);
      const grids = this.grids[at] ?? new Map();
      this.grids[at] = grids.set(key, grid);
      this.used.set(grid, new Set());
    }
  }

  /** Returns the description of a well: from the grid of its plate, or otherwise from a grid that does not name a plate. */
  at(columns: number, plate: string, row: number, column: number): (string | null)[] {
    return this.grids.map((grids) => {
      const grid = [keyOf(columns, plate), keyOf(columns, undefined)]
        .map((key) => grids.get(key))
        .find((grid) => grid !== undefined && row < grid.rows.length);
      if (grid === undefined) return null;
      const cell = cellAt(this.lines, grid, row, column);
      if (cell !== null) this.used.get(grid)?.add(row * columns + column);
      return cell;
    });
  }

  /** Returns the number of cells that describe wells without a measurement. */
  countUnused(): number {
    let count = 0;
    for (const [grid, used] of this.used) {
      const filled = wellsOf(grid).filter(
        ({ row, column }) => cellAt(this.lines, grid, row, column) !== null,
      );
      count += filled.length - used.size;
    }
    return count;
  }
}

/** Wells by row. */
export function wellsOf({ rows, columns }: Grid): { row: number; column: number }[] {
  return rows.flatMap((_, row) => Array.from({ length: columns }, (_unused, column) => ({ row, column })));
}

export function cellAt(lines: readonly GridLine[], grid: Grid, row: number, column: number): string | null {
  const text = lines[grid.rows[row] as number]?.cells[grid.start + column]?.trim() ?? "";
  return text === "" ? null : text;
}

function numbered(name: string, count: number): string {
  return count === 1 ? name : `${name}_${count}`;
}

function keyOf(columns: number, plate: string | undefined): string {
  return `${columns} ${plate ?? ""}`;
}

/** Returns a name for a layout's column that is not used by another column. */
export function layoutName(words: string): string {
  const name = words
    .replace(/[µμ]/g, "u")
    .toLowerCase()
    .replace(/\W+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 60);
  const plain = name.replace(/^plate_map$|^$/, "layout");
  return (WELL_COLUMNS as readonly string[]).includes(plain) ? `${plain}_layout` : plain;
}
