import { isPlateLine } from "../../detect/plateLine.ts";
import { wellOf } from "../wellTables.ts";
import { softMaxPart } from "./softMaxParts.ts";
import { type BlockLine, filledCells, type InstrumentReader, textAt, type WellBlock } from "./wellBlock.ts";
import { wellReads } from "./wellReads.ts";

const TEMPERATURE = /^Temperature\b/i;
/** Name of values that SoftMax Pro computed from the raw values of each well. */
const REDUCED = "reduced";
const MIN_WELLS = 3;
/** Number of wells next to the name of a plate: `1 12 96 1 8` stands for columns 1 to 12, 96 wells, and rows 1 to 8. */
const MIN_SETTINGS = 5;

/** Reads exports of SoftMax Pro: plates without column numbers, and lines with one cell for each well. */
export const softMaxPro: InstrumentReader = {
  recognize: (text) => /^(?:\ufeff|")*##BLOCKS=\s*\d/.test(text),
  // The temperature of a plate is above its values.
  title: (words) => (/^\s*\d+(?:\.\d+)?\s*$/.test(words) ? "" : words),
  blocks: (lines) => {
    const parts = lines.flatMap((_, at) => softMaxPart(lines, at));
    const covered = new Set(parts.flatMap(({ header, rows }) => [header, ...rows]));
    const others = lines.flatMap((_, at) => blocksAt(lines, at));
    const blocks = [
      ...parts,
      ...others.filter(({ header, rows }) => ![header, ...rows].some((at) => covered.has(at))),
    ];
    // Without raw values, only one read remains, which needs no name.
    const hasRaw = blocks.some(({ label }) => label !== REDUCED);
    return hasRaw ? blocks : blocks.map((block) => ({ ...block, label: "" }));
  },
};

function blocksAt(lines: readonly BlockLine[], at: number): WellBlock[] {
  const block = bareGrid(lines, at) ?? wellColumns(lines, at);
  return block === undefined
    ? [...wavelengthsBeside(lines, at), ...wellReads(lines, at, /^Wavelength\b/i)]
    : [block];
}

/** Reads the grids of several wavelengths beside one another, below the plate's name and settings. */
function wavelengthsBeside(lines: readonly BlockLine[], header: number): WellBlock[] {
  const [above, line] = [lines[header - 1], lines[header] as BlockLine];
  const size = above && isPlateLine(above.cells) ? sizeIn(above.cells) : undefined;
  if (above === undefined || size === undefined || above.cells.includes("Kinetic")) return [];
  const starts = filledCells(line).filter(
    (at) => textAt(line, at) === "1" && textAt(line, at + size.columns - 1) === String(size.columns),
  );
  const isOfGrids = filledCells(line).length === starts.length * size.columns + 1;
  if (starts.length < 2 || !isOfGrids || !line.cells.some((cell) => TEMPERATURE.test(cell.trim()))) return [];
  const lists = above.cells
    .map((cell) => cell.trim().split(/\s+/))
    .filter((list) => list.length === starts.length);
  const wavelengths = lists.find((list) => list.every((text) => /^\d{3,4}$/.test(text)));
  const below = lines.slice(header + 1, header + 1 + size.rows);
  const grids = starts.map((start) => new Set(Array.from({ length: size.columns }, (_, at) => start + at)));
  return grids.map((positions, index) => ({
    header,
    rows: below.map((_, row) => header + 1 + row),
    plate: textAt(above, 1),
    label: wavelengths?.[index] ?? String(index + 1),
    values: below.flatMap((row, at) =>
      [...positions].map((position, column) => ({ row: at, column, value: textAt(row, position) || null })),
    ),
    // The temperature in the first row is a cell outside the grids.
    cells:
      index > 0
        ? new Map()
        : new Map<number, Set<number>>([
            [header, new Set(line.cells.keys())],
            ...below.map((_, row): [number, Set<number>] => [
              header + 1 + row,
              new Set(grids.flatMap((grid) => [...grid])),
            ]),
          ]),
  }));
}

/** Reads a plate whose size is next to its name, and whose rows follow without column numbers. */
function bareGrid(lines: readonly BlockLine[], header: number): WellBlock | undefined {
  const line = lines[header] as BlockLine;
  if (!isPlateLine(line.cells)) return undefined;
  const size = sizeIn(line.cells);
  const below = lines.slice(header + 1, header + 1 + (size?.rows ?? 0));
  if (
    size === undefined ||
    below.length < size.rows ||
    TEMPERATURE.test(below[0]?.cells.join("").trim() ?? "")
  )
    return undefined;
  const starts = below.slice(1).map((row) => filledCells(row)[0] ?? Number.POSITIVE_INFINITY);
  const start = starts.length === 0 ? 1 : Math.min(...starts);
  const isWithin = (row: BlockLine) => filledCells(row).every((at) => at < start + size.columns);
  if (!Number.isFinite(start) || !below.every(isWithin)) return undefined;
  const rows = below.map((_, row) => header + 1 + row);
  const values = below.flatMap((rowLine, row) =>
    Array.from({ length: size.columns }, (_, column) => ({
      row,
      column,
      value: textAt(rowLine, start + column) || null,
    })),
  );
  const cells = new Map(
    below.map((rowLine, row) => [
      header + 1 + row,
      new Set(filledCells(rowLine).filter((at) => at >= start)),
    ]),
  );
  return { header: header + 1, rows, label: "", values, cells };
}

function sizeIn(cells: readonly string[]): { columns: number; rows: number } | undefined {
  const numbers = cells.map((cell) => (/^\d{1,4}$/.test(cell.trim()) ? Number(cell) : 0));
  for (let at = 0; at + MIN_SETTINGS <= numbers.length; at++) {
    const [first, columns = 0, wells = 0, top, rows = 0] = numbers.slice(at, at + MIN_SETTINGS);
    if (first === 1 && top === 1 && columns * rows === wells && wells >= 6) return { columns, rows };
  }
  return undefined;
}

/** Reads a line of well names, with the values in the line below. */
function wellColumns(lines: readonly BlockLine[], header: number): WellBlock | undefined {
  const line = lines[header] as BlockLine;
  const wells = new Map(
    line.cells.flatMap((cell, at) => (wellOf(cell) === undefined ? [] : [[at, wellOf(cell)] as const])),
  );
  const others = filledCells(line).filter((at) => !wells.has(at));
  if (wells.size < MIN_WELLS || !others.every((at) => TEMPERATURE.test(textAt(line, at)))) return undefined;
  const row = lines[header + 1];
  if (row === undefined || ![...wells.keys()].some((at) => textAt(row, at) !== "")) return undefined;
  const values = [...wells].flatMap(([at, well]) =>
    well === undefined ? [] : [{ ...well, value: textAt(row, at) || null }],
  );
  const cells = new Map([
    [header, new Set(line.cells.keys())],
    [header + 1, new Set(wells.keys())],
  ]);
  return { header, rows: [header + 1], label: others.length > 0 ? "" : REDUCED, values, cells };
}
