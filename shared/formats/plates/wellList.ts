import { NUMBER } from "@pdp/basics/columns";
import { type GridLine, letterOf } from "../detect/plateGrid.ts";
import { WELL_COLUMNS } from "./layout.ts";
import { plateOfName } from "./plateOfName.ts";
import { wellOf } from "./wellTables.ts";

/** Number of leading lines that are searched for the names of the columns. */
const MAX_TITLES = 20;
const MIN_WELLS = 6;
const MIN_SHARE = 0.9;
/** Maximum number of columns; wider sheets are not lists of wells. */
const MAX_COLUMNS = 100;
const PLATE = /^plate(?:[ _](?:no\.?|number|id|name))?$/i;
/** Names of columns of numbers that describe wells; others may be measurements. */
const DESCRIBES =
  /conc|dose|dilution|volume|amount|replicate|\brep\b|\[.*\]|\b(?:[mµun]?M|[mµun]?g\/m?L|%|time|passage|cycle|ph|temp\w*|no\.?|number|id|row|col(?:umn)?)\b/i;

/** List of wells: a row for each well and a column for each property. */
export interface WellList {
  /** Columns with values, apart from those of the well and its plate. */
  columns: readonly { name: string; isMeasured: boolean }[];
  rows: readonly ListedWell[];
  /** True if a column names the plates. */
  hasPlates: boolean;
  /** Number of cells in other rows and columns. */
  outside: number;
}

interface ListedWell {
  /** Undefined without a column of plates. */
  plate: string | undefined;
  well: string;
  /** Values of the columns; null for an empty cell. */
  cells: readonly (string | null)[];
}

/** Reads a list of wells; undefined for other lines. Takes time linear in the number of cells. */
export function wellList(lines: readonly GridLine[]): WellList | undefined {
  const counts = new WellCounts(lines);
  for (const [at, { cells: names }] of lines.slice(0, MAX_TITLES).entries()) {
    if (names.length > MAX_COLUMNS) return undefined;
    counts.skip(names);
    const well = names.findIndex((_, column) => counts.areWells(column));
    if (well < 0) continue;
    const plate = names.findIndex((name) => PLATE.test(name.trim()));
    return listBelow(names, lines.slice(at + 1), { well, plate });
  }
  return undefined;
}

/** Counts the texts and the names of wells in the columns of the lines that have not been skipped. */
class WellCounts {
  readonly #texts: number[] = [];
  readonly #wells: number[] = [];

  constructor(lines: readonly GridLine[]) {
    for (const { cells } of lines) this.#add(cells, 1);
  }

  /** Omits the cells of the first line that has not been skipped. */
  skip(cells: readonly string[]): void {
    this.#add(cells, -1);
  }

  /** Tells whether almost all texts of a column name wells. */
  areWells(column: number): boolean {
    const [texts = 0, wells = 0] = [this.#texts[column], this.#wells[column]];
    return wells >= MIN_WELLS && wells >= MIN_SHARE * texts;
  }

  #add(cells: readonly string[], sign: 1 | -1): void {
    for (let column = 0; column < Math.min(cells.length, MAX_COLUMNS); column += 1) {
      const text = cells[column]?.trim() ?? "";
      if (text === "") continue;
      this.#texts[column] = (this.#texts[column] ?? 0) + sign;
      if (wellOf(text) !== undefined) this.#wells[column] = (this.#wells[column] ?? 0) + sign;
    }
  }
}

function listBelow(
  names: readonly string[],
  below: readonly GridLine[],
  { well, plate }: { well: number; plate: number },
): WellList {
  const columns = names.flatMap((name, at) => {
    if (at === well || at === plate || !isProperty(name)) return [];
    const texts = below.flatMap(({ cells }) => cells[at]?.trim() || []);
    if (texts.length === 0) return [];
    const areNumbers = 2 * texts.filter((text) => NUMBER.test(text)).length > texts.length;
    return [{ name: name.trim(), at, isMeasured: areNumbers && !DESCRIBES.test(name) }];
  });
  const read = new Set([well, plate, ...columns.map(({ at }) => at)]);
  let outside = 0;
  const rows = below.flatMap(({ cells }) => {
    const wellFound = wellOf(cells[well] ?? "");
    outside += cells.filter((cell, at) => cell.trim() !== "" && !(wellFound && read.has(at))).length;
    if (wellFound === undefined) return [];
    const named = cells[plate]?.trim() ?? "";
    return [
      {
        plate: plate < 0 ? undefined : (plateOfName(named) ?? named),
        well: `${letterOf(wellFound.row)}${wellFound.column + 1}`,
        cells: columns.map(({ at }) => cells[at]?.trim() || null),
      },
    ];
  });
  return {
    columns: columns.map(({ name, isMeasured }) => ({ name, isMeasured })),
    rows,
    hasPlates: plate >= 0,
    outside,
  };
}

/** Tells whether a column has a name that the columns of wells do not have. */
function isProperty(name: string): boolean {
  const plain = name.trim().toLowerCase();
  return plain !== "" && (plain === "value" || !(WELL_COLUMNS as readonly string[]).includes(plain));
}
