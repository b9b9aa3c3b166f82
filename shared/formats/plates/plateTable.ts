import { formatCount } from "@pdp/basics/wording";
import { completePlates } from "../detect/completePlates.ts";
import { type GridLine, letterOf } from "../detect/plateGrid.ts";
import { UnreadableText } from "../text/unreadableText.ts";
import { findGrids, firstLine } from "./findGrids.ts";
import { isText } from "./gridKind.ts";
import { KineticTables } from "./kineticTables.ts";
import { cellAt, Layout, type TitledGrid, WELL_COLUMNS, wellsOf } from "./layout.ts";
import { namePlates } from "./plateNames.ts";
import { TitleReader } from "./titleReader.ts";
import type { Well } from "./wellTables.ts";

const MAX_CELLS = 2_000_000;

export interface PlateTable {
  header: string[];
  /** Cells of the rows; null where a well has no value. */
  rows: (string | null)[][];
  /** Number of text cells that are part of neither a plate nor a title. */
  outside: number;
  /** Reads that occur several times on a plate, with their first line and their assigned name. */
  repeated: { line: number; plate: string; read: string | null; name: string }[];
  /** Grids that describe the wells of one plate or of all plates, with their first line, their title and the resulting column. */
  described: { line: number; title: string; plate: string | undefined; name: string }[];
}

/**
 * Converts the plates among lines of cells to one row per well; `base` is the plate named by the sheet or the file, if any.
 * Throws UnreadableText if there are no plates, or too many cells.
 */
export function plateTable(inFile: readonly GridLine[], base?: string): PlateTable {
  return readPlates(inFile)(base);
}

/**
 * Finds the plates among lines of cells; the result converts them for the plate that a name contains, like `plateTable`. Throws
 * UnreadableText if there are no plates; the result throws it if there are too many cells.
 */
export function readPlates(inFile: readonly GridLine[]): (base?: string) => PlateTable {
  const lines = completePlates(inFile);
  const tables = new KineticTables(lines);
  const grids = findGrids(tables.others);
  if (grids.length === 0 && tables.isEmpty)
    throw new UnreadableText("the file has neither a plate of 6 to 1,536 wells nor well columns over time");
  const reader = new TitleReader(tables.others, grids);
  const titles = reader.read();
  const titled = grids.map((grid, index) => {
    const title = titles[index] as (typeof titles)[number];
    const isOfText = isText(lines, grid);
    const words = tables.wordsFor(firstLine(grid), title.words, isOfText);
    return { ...grid, title: { ...title, words }, isText: isOfText };
  });
  const describes = (grid: (typeof titled)[number]) => grid.isText || grid.title.isOfLayout;
  // Numbers in grids that appear to describe wells are measurements if the file contains no other measurements.
  const isLayout =
    tables.isEmpty && titled.every(describes) ? ({ isText: isOne }: { isText: boolean }) => isOne : describes;
  const kinetics = tables.titled(titled.filter(isLayout));
  const filled = titled.filter((grid) => !isLayout(grid) && hasValues(lines, grid));
  // Programs write an empty grid in place of a picture.
  const measured = filled.length + kinetics.size > 0 ? filled : titled.filter((grid) => !isLayout(grid));
  const inOrder = [...measured, ...kinetics.keys()].sort((a, b) => firstLine(a) - firstLine(b));
  const plates = {
    lines,
    tables,
    kinetics,
    inOrder,
    layouts: titled.filter(isLayout),
    outside: reader.outside,
  };
  return (base) => tableOf(plates, base);
}

/** Plates and tables of wells that were found among lines. */
interface FoundPlates {
  lines: readonly GridLine[];
  tables: KineticTables;
  kinetics: ReturnType<KineticTables["titled"]>;
  /** Grids with measurements and tables of wells, in file order. */
  inOrder: readonly TitledGrid[];
  /** Grids that describe wells. */
  layouts: readonly TitledGrid[];
  /** Number of cells outside of plates and titles. */
  outside: number;
}

function tableOf(
  { lines, tables, kinetics, inOrder, layouts: describing, outside }: FoundPlates,
  base: string | undefined,
): PlateTable {
  const named = namePlates(inOrder, base);
  const layouts = ofPlates(describing, [...new Set(named.map(({ plate }) => plate))]);
  const contents = contentsGrid(lines, tables.contents, kinetics);
  const layout = new Layout(contents.lines, [...layouts, ...contents.grids]);
  // A file that only contains descriptions has no values.
  const all = named.length > 0 ? named : namePlates(layouts.slice(0, 1), base);
  const cells = all.reduce(
    (sum, { grid }) => sum + (kinetics.get(grid)?.length ?? grid.rows.length * grid.columns),
    0,
  );
  if (cells * (layout.names.length + 1) > MAX_CELLS)
    throw new UnreadableText(
      `the wells and their descriptions have more than ${formatCount(MAX_CELLS, "cell")}; split the file`,
    );
  const hasTime =
    [...kinetics.values()].some((values) => values.some(({ seconds }) => seconds !== undefined)) ||
    named.some(({ grid: { title } }) => title.time !== undefined);
  const hasTemperature = [...kinetics.values()].some((values) =>
    values.some(({ temperature }) => temperature !== undefined),
  );
  const header = WELL_COLUMNS.filter(
    (name) => (name !== "time" || hasTime) && (name !== "temperature" || hasTemperature),
  );
  const rows = all.flatMap(({ grid, plate, read }) => {
    const wells: readonly (Well & { seconds?: number; temperature?: string; value?: string | null })[] =
      kinetics.get(grid) ?? wellsOf(grid);
    return wells.flatMap(({ row, column, seconds, temperature, value: timed }) => {
      const isTimed = timed !== undefined;
      const value = isTimed ? timed : named.length === 0 ? null : cellAt(lines, grid, row, column);
      const described = layout.at(grid.columns, plate, row, column);
      if (value === null && (isTimed || described.every((cell) => cell === null))) return [];
      const time = hasTime ? [textOf(isTimed ? seconds : grid.title.time)] : [];
      const name = `${letterOf(row)}${column + 1}`;
      const degrees = hasTemperature ? [temperature ?? null] : [];
      return [
        [plate, read, ...time, ...degrees, name, letterOf(row), String(column + 1), value, ...described],
      ];
    });
  });
  return {
    header: [...header, ...layout.names],
    rows,
    outside: outside + tables.outside + layout.countUnused(),
    repeated: named.flatMap(({ grid, plate, read, repeats }) =>
      repeats === undefined ? [] : [{ line: lineOf(lines, grid), plate, read: repeats, name: read ?? "" }],
    ),
    described: layout.columns.map(({ grid, name }) => {
      return {
        line: lineOf(lines, grid),
        title: grid.title.words,
        plate: grid.title.plate,
        name,
      };
    }),
  };
}

/** Returns the values of all wells; null for a well without a value. Throws UnreadableText like plateTable. */
export function valuesOfWells(lines: readonly GridLine[]): (string | null)[] {
  const { header, rows } = plateTable(lines);
  const value = header.indexOf("value");
  return rows.map((row) => row[value] ?? null);
}

/** Adds a grid with the sample names that an instrument wrote next to its wells. */
function contentsGrid(
  lines: readonly GridLine[],
  contents: readonly (Well & { text: string })[],
  kinetics: ReadonlyMap<TitledGrid, unknown>,
): { lines: readonly GridLine[]; grids: TitledGrid[] } {
  const [first] = kinetics.keys();
  if (contents.length === 0 || first === undefined) return { lines, grids: [] };
  const rows = Math.max(...contents.map(({ row }) => row)) + 1;
  const added = Array.from({ length: rows }, (): string[] => Array.from({ length: first.columns }, () => ""));
  for (const { row, column, text } of contents) (added[row] as string[])[column] = text;
  const title = { plate: undefined, time: undefined, words: "content" };
  const at = lines.length;
  const grid = {
    header: undefined,
    rows: added.map((_, row) => at + row),
    start: 0,
    columns: first.columns,
    title,
  };
  const line = lines[lines.length - 1]?.line ?? 0;
  return { lines: [...lines, ...added.map((cells) => ({ line, cells }))], grids: [grid] };
}

function hasValues(lines: readonly GridLine[], grid: TitledGrid): boolean {
  return wellsOf(grid).some(({ row, column }) => cellAt(lines, grid, row, column) !== null);
}

function lineOf(lines: readonly GridLine[], grid: TitledGrid): number {
  return lines[firstLine(grid)]?.line ?? 0;
}

function textOf(value: number | undefined): string | null {
  return value === undefined ? null : String(value);
}

/**
 * Assigns descriptions of the same name to the plates in order, if there is one per plate and none of them names its plate.
 */
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
