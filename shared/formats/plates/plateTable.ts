import { formatCount } from "#shared/domain/wording/wording.ts";
import { type GridLine, letterOf } from "#shared/formats/detect/plateGrid.ts";
import { UnreadableText } from "#shared/formats/text/unreadableText.ts";
import { findGrids, type Grid } from "./findGrids.ts";
import { type GridTitle, readTitle } from "./gridTitle.ts";
import { cellAt, Layout, type TitledGrid, WELL_COLUMNS, wellsOf } from "./layout.ts";

/** Titles of grids that describe wells, although they may hold numbers. */
const LAYOUT_TITLE =
  /\b(?:layout|plate map|names?|sample (?:ids?|names?)|controls?|conc(?:entration)?s?|doses?|dilutions?)\b/i;
const NUMBER = /^\s*[<>]?\s*[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?\s*%?\s*$/;
/** Share of texts among filled wells from which on a grid describes wells and does not measure them. */
const TEXT_SHARE = 0.5;
const MAX_CELLS = 2_000_000;
const MAX_TITLE_LINES = 3;

export interface PlateTable {
  header: string[];
  /** Cells of the rows; null where a well has none. */
  rows: (string | null)[][];
  /** Number of cells with text that belong to no plate and to no title. */
  outside: number;
}

/** Turns the plates among lines of cells into one row per well. Throws UnreadableText if there is none, or too many cells. */
export function plateTable(lines: readonly GridLine[]): PlateTable {
  const grids = findGrids(lines);
  const titles = new TitleReader(lines, grids);
  if (grids.length === 0) throw new UnreadableText("the file has no plate of 6 to 1,536 wells");
  const titled = grids.map((grid, index) => {
    const title = titles.of(grid, index);
    return { ...grid, title, isText: isText(lines, grid) };
  });
  const describes = (grid: (typeof titled)[number]) => grid.isText || LAYOUT_TITLE.test(grid.title.words);
  // Numbers below such a title are measurements if the file has no others.
  const isLayout = titled.every(describes) ? ({ isText: isOne }: { isText: boolean }) => isOne : describes;
  const measured = titled.filter((grid) => !isLayout(grid));
  const places = new PlateNames();
  const named = measured.map((grid) => ({ grid, ...places.of(grid.title) }));
  const layouts = ofPlates(titled.filter(isLayout), [...new Set(named.map(({ plate }) => plate))]);
  const layout = new Layout(lines, layouts);
  const cells = measured.reduce((sum, { rows, columns }) => sum + rows.length * columns, 0);
  if (cells * (layout.names.length + 1) > MAX_CELLS)
    throw new UnreadableText(
      `the wells and their descriptions have more than ${formatCount(MAX_CELLS, "cell")}; split the file`,
    );
  const hasTime = measured.some(({ title }) => title.time !== undefined);
  const header = WELL_COLUMNS.filter((name) => name !== "time" || hasTime);
  // A file of descriptions alone has no values.
  const all =
    named.length > 0 ? named : layouts.slice(0, 1).map((grid) => ({ grid, ...places.of(grid.title) }));
  const rows = all.flatMap(({ grid, plate, read }) => {
    const fixed = [plate, read, ...(hasTime ? [textOf(grid.title.time)] : [])];
    return wellsOf(grid).flatMap(({ row, column }) => {
      const value = named.length === 0 ? null : cellAt(lines, grid, row, column);
      const described = layout.at(grid.columns, plate, row, column);
      if (value === null && described.every((cell) => cell === null)) return [];
      const well = `${letterOf(row)}${column + 1}`;
      return [[...fixed, well, letterOf(row), String(column + 1), value, ...described]];
    });
  });
  return { header: [...header, ...layout.names], rows, outside: titles.outside + layout.countUnused() };
}

function textOf(value: number | undefined): string | null {
  return value === undefined ? null : String(value);
}

/** Gives descriptions of the same name to the plates in their order, if there is one for each plate and none names its plate. */
function ofPlates(layouts: readonly TitledGrid[], plates: readonly string[]): TitledGrid[] {
  const byName = Map.groupBy(layouts, ({ title }) => title.words.toLowerCase());
  const plateOf = new Map<TitledGrid, string | undefined>();
  for (const alike of byName.values()) {
    if (alike.length !== plates.length || plates.length < 2) continue;
    if (alike.some(({ title }) => title.plate !== undefined)) continue;
    alike.forEach((grid, index) => void plateOf.set(grid, plates[index]));
  }
  return layouts.map((grid) => {
    const plate = plateOf.get(grid) ?? grid.title.plate;
    return { ...grid, title: { ...grid.title, plate } };
  });
}

/** Tells whether most of the filled cells of a grid are texts. */
function isText(lines: readonly GridLine[], grid: Grid): boolean {
  const filled = wellsOf(grid)
    .map(({ row, column }) => cellAt(lines, grid, row, column))
    .filter((cell) => cell !== null);
  return filled.filter((cell) => !NUMBER.test(cell)).length > TEXT_SHARE * filled.length;
}

/** Names plates and reads: what says neither is a plate of its own if it has no words. */
class PlateNames {
  private plate: string | undefined;
  private count = 0;
  private isFirst = true;

  of({ plate, time, words }: GridTitle): { plate: string; read: string | null } {
    if (plate !== undefined) this.plate = plate;
    else if (this.isFirst || (words === "" && time === undefined)) this.plate = String(this.count + 1);
    if (plate !== undefined || this.isFirst || (words === "" && time === undefined)) this.count++;
    this.isFirst = false;
    return { plate: this.plate ?? "1", read: words === "" ? null : words };
  }
}

/** Reads the words above plates, and counts the cells that belong to nothing. */
class TitleReader {
  /** Number of cells outside of plates and titles. */
  readonly outside: number;
  private readonly lines: readonly GridLine[];
  private readonly titles: string[];

  constructor(lines: readonly GridLine[], grids: readonly Grid[]) {
    this.lines = lines;
    const covered = new Set<number>();
    let end = 0;
    let above: string[] = [];
    this.titles = grids.map(({ header, rows }) => {
      const first = header ?? (rows[0] as number);
      if (first >= end) {
        const found = titleAbove(lines, first, end);
        for (const at of found) covered.add(at);
        above = found.map(
          (at) =>
            lines[at]?.cells
              .map((cell) => cell.trim())
              .filter(Boolean)
              .join(" ") ?? "",
        );
      }
      end = Math.max(end, (rows[rows.length - 1] as number) + 1);
      return above.join(" ");
    });
    this.outside = countOutside(lines, grids, covered);
  }

  /** Returns what is said about a plate above it, in its corner, and after its first row. */
  of({ header, rows, start, columns }: Grid, index: number): GridTitle {
    const corner =
      header === undefined
        ? ""
        : (this.lines[header]?.cells.slice(Math.max(0, start - 1), start) ?? []).join(" ");
    const after = this.lines[rows[0] as number]?.cells[start + columns]?.trim() ?? "";
    const label = /^A$/.test(after) ? "" : after;
    return readTitle(
      [this.titles[index], /^\W*$/.test(corner) ? "" : corner, label].filter(Boolean).join(" "),
    );
  }
}

/** Returns the lines of the title above a plate: those that are directly below one another, with or without a gap below them. */
function titleAbove(lines: readonly GridLine[], first: number, end: number): number[] {
  const isEmpty = (at: number) => lines[at]?.cells.every((cell) => cell.trim() === "");
  let last = first - 1;
  while (last >= end && isEmpty(last)) last--;
  const found: number[] = [];
  for (let at = last; at >= end && found.length < MAX_TITLE_LINES; at--) {
    const line = lines[at] as GridLine;
    const isNext = at === last || line.line === (lines[at + 1]?.line ?? 0) - 1;
    if (!isNext || !isTitle(line)) break;
    found.unshift(at);
  }
  return found;
}

/** Tells whether a line may be a title: it has one to three filled cells. */
function isTitle({ cells }: GridLine): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return filled.length > 0 && filled.length <= MAX_TITLE_LINES;
}

function countOutside(
  lines: readonly GridLine[],
  grids: readonly Grid[],
  titles: ReadonlySet<number>,
): number {
  const inside = new Map<number, Uint8Array>();
  const cover = (at: number, first: number, end: number): void => {
    const covered = inside.get(at) ?? new Uint8Array(lines[at]?.cells.length ?? 0);
    inside.set(at, covered.fill(1, Math.max(0, first), end));
  };
  for (const { header, rows, start, columns } of grids) {
    if (header !== undefined) cover(header, start - 1, start + columns);
    const label = lines[rows[0] as number]?.cells[start + columns]?.trim();
    for (const row of rows) {
      // The letter before the wells, and the name of the read after them.
      const isLabel = lines[row]?.cells[start + columns]?.trim() === label;
      cover(row, start - 1, start + columns + (isLabel ? 1 : 0));
    }
  }
  return lines.reduce((sum, { cells }, at) => {
    if (titles.has(at)) return sum;
    const covered = inside.get(at);
    return sum + cells.filter((cell, position) => cell.trim() !== "" && covered?.[position] !== 1).length;
  }, 0);
}
