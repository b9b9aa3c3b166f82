import {
  countRows,
  type GridLine,
  hasRowsBehindLead,
  isBare,
  isBlockBehindLead,
  isPartCorner,
  isWells,
  letterOf,
  ordinal,
  PLATE_COLUMNS,
  repeatedRows,
  rowsAround,
  rowsOf,
} from "../detect/plateGrid.ts";
import { readSeconds, timeUnitOf } from "./wellTimes.ts";

/** Wells of a plate in the cells of a text file or a sheet. */
export interface Grid {
  /** Index of the line with the column numbers; undefined if there is none. */
  header: number | undefined;
  /** Indices of the lines with the wells, in plate row order. */
  rows: readonly number[];
  /** Position of the first well in its line. */
  start: number;
  columns: number;
  /** Cells before the wells of the plate's first row, such as a temperature; they may include a time. */
  lead?: { position: number; seconds: number } | "OTHER";
}

/** Returns the index of a plate's first line. */
export function firstLine({ header, rows }: Pick<Grid, "header" | "rows">): number {
  return header ?? (rows[0] as number);
}

/** Finds all plates among lines of cells, arranged below or beside one another, in time linear in the number of cells. */
export function findGrids(lines: readonly GridLine[]): Grid[] {
  const grids: Grid[] = [];
  for (let at = 0; at < lines.length; ) {
    const numbered = numberedGrids(lines, at);
    const lineGrids = numbered.length > 0 ? numbered : unnumberedGrids(lines, at);
    grids.push(...lineGrids);
    const ends = lineGrids.map(({ rows }) => (rows[rows.length - 1] as number) + 1);
    at = Math.max(at + 1, ...ends);
  }
  return grids;
}

/** Finds the plates with column numbers in a line, from left to right. */
function numberedGrids(lines: readonly GridLine[], at: number): Grid[] {
  const { cells } = lines[at] as GridLine;
  const filled = cells.filter((cell) => cell.trim() !== "").length;
  const grids: Grid[] = [];
  let letters: number | undefined;
  for (let start = 0; start < cells.length; start++) {
    if (ordinal(cells[start] ?? "") !== 1) continue;
    const columns = countNumbers(cells, start);
    const isPart = start > 0 && isPartCorner(cells[start - 1]);
    const maxRows = rowsOf(columns) ?? (isPart ? rowsAround(columns) : undefined);
    if (maxRows === undefined) continue;
    const reads = start > 0 ? repeatedRows(lines, at + 1, start, columns, maxRows) : [];
    if (reads.length > 0) {
      grids.push(...reads.map((rows) => ({ header: at, rows, start, columns })));
      break;
    }
    const below = lines.slice(at + 1, at + 1 + maxRows);
    const letterRows = start > 0 ? countLetters(below, start - 1) : 0;
    // Of adjacent plates, only the first one may have row letters.
    const shared = letters === undefined ? 0 : countLetters(below, letters);
    const isAlone = PLATE_COLUMNS.includes(columns) && filled === columns;
    const bare = isAlone && countRows(below, (row) => isBare(row, start, columns)) === maxRows;
    if (letterRows < 2 && shared < 2 && !bare && hasRowsBehindLead(lines, at, start, columns))
      return gridsBehindLead(lines, at, start, columns);
    const count =
      letterRows >= 2 || (isPart && letterRows === 1)
        ? letterRows
        : shared >= 2
          ? shared
          : bare
            ? maxRows
            : 0;
    if (count === 0) continue;
    if (letterRows >= 2) letters = start - 1;
    grids.push({ header: at, rows: rowsFrom(at + 1, count), start, columns });
    start += columns - 1;
  }
  return grids;
}

/**
 * Reads plates that have a time or a temperature before the wells of the first row, either on the same line as the column
 * numbers or on the line below.
 */
function gridsBehindLead(lines: readonly GridLine[], header: number, start: number, columns: number): Grid[] {
  const names = lines[header]?.cells.slice(0, start) ?? [];
  const position = names.findIndex((name) => timeUnitOf(name) !== undefined);
  const unit = timeUnitOf(names[position] ?? "");
  const minNumbers = (columns * 2) / 3;
  const grids: Grid[] = [];
  for (let at = header + 1; isBlockBehindLead(lines, at, start, columns); at += minNumbers) {
    const seconds = unit && readSeconds(lines[at]?.cells[position] ?? "", unit);
    const lead = seconds === undefined ? ("OTHER" as const) : { position, seconds };
    grids.push({ header, rows: rowsFrom(at, minNumbers), start, columns, lead });
    // Programs write lines of empty cells between two plates.
    while (isEmptyLine(lines[at + minNumbers])) at++;
  }
  return grids;
}

function isEmptyLine(line: GridLine | undefined): boolean {
  return line?.cells.every((cell) => cell.trim() === "") ?? false;
}

/** Finds a complete plate without column numbers that starts with the given line. */
function unnumberedGrids(lines: readonly GridLine[], at: number): Grid[] {
  const { cells } = lines[at] as GridLine;
  const letter = cells.slice(0, 3).findIndex((cell) => cell.trim() === "A");
  for (const columns of PLATE_COLUMNS) {
    const minNumbers = (columns * 2) / 3;
    const rows = lines.slice(at, at + minNumbers);
    if (rows.length < minNumbers) continue;
    const isLettered = letter >= 0 && countLetters(rows, letter) === minNumbers;
    const start = isLettered ? letter + 1 : 0;
    const isGrid = isLettered
      ? rows.every((row) => isWells(row.cells, start, columns))
      : letter < 0 && countRows(rows, (row) => isBare(row, 0, columns)) === minNumbers;
    if (isGrid) return [{ header: undefined, rows: rowsFrom(at, minNumbers), start, columns }];
  }
  return [];
}

function rowsFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, row) => first + row);
}

function countNumbers(cells: readonly string[], start: number): number {
  let count = 1;
  while (ordinal(cells[start + count] ?? "") === count + 1) count++;
  return count;
}

/** Counts the lines in which one cell contains consecutive letters starting at A. */
function countLetters(lines: readonly GridLine[], position: number): number {
  const end = lines.findIndex(({ cells }, row) => cells[position]?.trim() !== letterOf(row));
  return end < 0 ? lines.length : end;
}
