import { formatCount } from "#shared/domain/wording/wording.ts";
import { type GridLine, letterOf } from "#shared/formats/detect/plateGrid.ts";
import { UnreadableText } from "#shared/formats/text/unreadableText.ts";
import { findGrids } from "./findGrids.ts";
import { isText } from "./gridKind.ts";
import { cellAt, Layout, type TitledGrid, WELL_COLUMNS, wellsOf } from "./layout.ts";
import { namePlates } from "./plateNames.ts";
import { TitleReader } from "./titleReader.ts";

const MAX_CELLS = 2_000_000;

export interface PlateTable {
  header: string[];
  /** Cells of the rows; null where a well has none. */
  rows: (string | null)[][];
  /** Number of cells with text that belong to no plate and to no title. */
  outside: number;
  /** Grids that describe wells of a plate, or of all, with their first line, their title and the column that they became. */
  described: { line: number; title: string; plate: string | undefined; name: string }[];
}

/** Turns the plates among lines of cells into one row per well. Throws UnreadableText if there is none, or too many cells. */
export function plateTable(lines: readonly GridLine[]): PlateTable {
  const grids = findGrids(lines);
  if (grids.length === 0) throw new UnreadableText("the file has no plate of 6 to 1,536 wells");
  const reader = new TitleReader(lines, grids);
  const titles = reader.read();
  const titled = grids.map((grid, index) => {
    return { ...grid, title: titles[index] as (typeof titles)[number], isText: isText(lines, grid) };
  });
  const describes = (grid: (typeof titled)[number]) => grid.isText || grid.title.isOfLayout;
  // Numbers below such a title are measurements if the file has no others.
  const isLayout = titled.every(describes) ? ({ isText: isOne }: { isText: boolean }) => isOne : describes;
  const named = namePlates(titled.filter((grid) => !isLayout(grid)));
  const layouts = ofPlates(titled.filter(isLayout), [...new Set(named.map(({ plate }) => plate))]);
  const layout = new Layout(lines, layouts);
  // A file of descriptions alone has no values.
  const all = named.length > 0 ? named : namePlates(layouts.slice(0, 1));
  const cells = all.reduce((sum, { grid: { rows, columns } }) => sum + rows.length * columns, 0);
  if (cells * (layout.names.length + 1) > MAX_CELLS)
    throw new UnreadableText(
      `the wells and their descriptions have more than ${formatCount(MAX_CELLS, "cell")}; split the file`,
    );
  const hasTime = named.some(({ grid: { title } }) => title.time !== undefined);
  const header = WELL_COLUMNS.filter((name) => name !== "time" || hasTime);
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
  return {
    header: [...header, ...layout.names],
    rows,
    outside: reader.outside + layout.countUnused(),
    described: layout.columns.map(({ grid, name }) => {
      return {
        line: lines[grid.header ?? (grid.rows[0] as number)]?.line ?? 0,
        title: grid.title.words,
        plate: grid.title.plate,
        name,
      };
    }),
  };
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
