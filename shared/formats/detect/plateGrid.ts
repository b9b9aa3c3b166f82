import { proposeOptions } from "../options/fileOptions.ts";
import { isPlateLine } from "./plateLine.ts";

/** Measurements laid out in the positions of a plate's wells, as written by plate readers. */
export interface PlateGrid {
  /** Line with the column numbers or, if there are none, the first row of wells. */
  line: number;
  hasNumbers: boolean;
  /** Number of columns on the plate. */
  columns: number;
  /** Number of plate rows in the file. */
  rows: number;
}

export interface GridLine {
  line: number;
  cells: readonly string[];
}

/** Column counts of plates with 96, 384 and 1,536 wells; all of these plates have two rows for every three columns. */
export const PLATE_COLUMNS: readonly number[] = [48, 24, 12];
/** Column and row counts of plates with 6, 12, 24 and 48 wells. */
const SMALL_PLATES: ReadonlyMap<number, number> = new Map([
  [3, 2],
  [4, 3],
  [6, 4],
  [8, 6],
]);
/** Corners that Tecan and SkanIt write above the rows of a plate, or of a part of it. */
const PART_CORNERS: readonly string[] = ["<>", "Abs"];
const MIN_COLUMNS = 12;
/** Maximum number of reads with interleaved rows within a plate. */
const MAX_READS = 50;
/** Number of leading lines searched for a plate. */
export const MAX_PLATE_LINES = 100;
/** Maximum number of cells before the first well, and after the last one. */
export const MAX_BEFORE = 3;
const MAX_BEHIND = 2;
/** Minimum number of numeric cells in a plate line, to distinguish it from a header. */
const MIN_NUMBERS = 8;
/** Minimum share of numbers among the values next to row letters, if column numbers do not indicate a plate. */
const MIN_NUMBER_SHARE = 0.8;
/** Number in a cell of a plate. */
export const NUMBER = /^\s*[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?\s*$/;

/** Tells whether the cell above the rows of a plate states that they may be a part of it. */
export function isPartCorner(cell: string | undefined): boolean {
  return PART_CORNERS.includes(cell?.trim() ?? "");
}

/** Tells whether a line that was interpreted as a header may be a line of a large plate. */
export function mayBePlateLine(cells: readonly string[]): boolean {
  return cells.filter((cell) => NUMBER.test(cell)).length >= MIN_NUMBERS;
}

/** Finds the first plate among lines of cells; lines that are entirely empty may be omitted. */
export function findPlateGrid(lines: readonly GridLine[]): PlateGrid | undefined {
  const searched = lines.slice(0, MAX_PLATE_LINES);
  for (let at = 0; at < searched.length; at++) {
    const grid = numberedGrid(searched, at) ?? unnumberedGrid(searched, at);
    if (grid !== undefined) return grid;
    // A line with so many values belongs to a table, together with the lines below it.
    const line = searched[at] as GridLine;
    if (countFilled(line) >= MIN_COLUMNS && !isPlateLine(line.cells)) return undefined;
  }
  return undefined;
}

/** Returns why a plate cannot be loaded as a table. `unit` is the unit in which positions in its file are counted. */
export function plateReason({ line, columns, rows }: PlateGrid, unit: "line" | "row" = "line"): string {
  const wells = (columns * (rowsOf(columns) ?? rows)).toLocaleString("en-US");
  const where = `${rows} × ${columns} values from ${unit} ${line}`;
  return `the ${unit === "line" ? "file" : "sheet"} is a plate grid (${wells} wells: ${where}), not a table; ${proposeOptions({ arrangement: "PLATES" }, undefined)} to read one row per well`;
}

/** Reads a plate with column numbers in line `at`, and rows that start with letters or are complete. */
function numberedGrid(lines: readonly GridLine[], at: number): PlateGrid | undefined {
  const { line, cells } = lines[at] as GridLine;
  const start = cells.findIndex((cell) => ordinal(cell) === 1);
  if (start < 0 || start > MAX_BEFORE || cells.slice(0, start).some((cell) => NUMBER.test(cell)))
    return undefined;
  let count = 1;
  while (ordinal(cells[start + count] ?? "") === count + 1) count++;
  const corner = start === 0 ? "" : (cells[start - 1]?.trim() ?? "");
  const maxRows = rowsOf(count) ?? (isPartCorner(corner) ? rowsAround(count) : undefined);
  if (maxRows === undefined) return undefined;
  const below = lines.slice(at + 1);
  const lettered = start === 0 ? 0 : countLettered(below, start - 1, () => true);
  const grid = { line, hasNumbers: true, columns: count };
  const isLettered = lettered >= 2 || (lettered === 1 && below.length === 1);
  if (isLettered && lettered <= maxRows) return { ...grid, rows: lettered };
  const [read] = start === 0 ? [] : repeatedRows(lines, at + 1, start, count, maxRows);
  if (read !== undefined) return { ...grid, rows: read.length };
  if (!PLATE_COLUMNS.includes(count)) return undefined;
  const rows = countRows(below, (row) => isBare(row, start, count));
  return rows === maxRows || hasRowsBehindLead(lines, at, start, count)
    ? { ...grid, rows: maxRows }
    : undefined;
}

/** Reads a complete plate that starts in line `at`, without column numbers. */
function unnumberedGrid(lines: readonly GridLine[], at: number): PlateGrid | undefined {
  const { line, cells } = lines[at] as GridLine;
  const letter = cells.slice(0, MAX_BEFORE).findIndex((cell) => cell.trim() === "A");
  for (const columns of PLATE_COLUMNS) {
    const grid = { line, hasNumbers: false, columns, rows: (columns * 2) / 3 };
    const isRow = (row: readonly string[]) => isWells(row, letter + 1, columns);
    if (letter >= 0 && countLettered(lines.slice(at), letter, isRow) === grid.rows) return grid;
    const isComplete = countRows(lines.slice(at), (row) => isBare(row, 0, columns)) === grid.rows;
    if (letter < 0 && isComplete) return grid;
  }
  return undefined;
}

/**
 * Finds plate rows that are repeated for each read: only the first row has the letter, and the read name follows the wells of
 * each row. Returns the lines of each read.
 */
export function repeatedRows(
  lines: readonly GridLine[],
  first: number,
  start: number,
  columns: number,
  maxRows: number,
): number[][] {
  const letterAt = (at: number) => lines[at]?.cells[start - 1]?.trim() ?? "";
  const hasLabel = (at: number) => (lines[at]?.cells[start + columns]?.trim() ?? "") !== "";
  if (letterAt(first) !== "A") return [];
  let reads = 1;
  while (reads <= MAX_READS && letterAt(first + reads) === "" && hasLabel(first + reads)) reads++;
  if (reads === 1 || reads > MAX_READS) return [];
  let rows = 0;
  while (rows < maxRows && isRepeatedRow(rows)) rows++;
  if (rows < 2) return [];
  return Array.from({ length: reads }, (_, read) =>
    Array.from({ length: rows }, (_unused, row) => first + row * reads + read),
  );

  function isRepeatedRow(row: number): boolean {
    const at = first + row * reads;
    if (letterAt(at) !== letterOf(row)) return false;
    return Array.from({ length: reads }, (_, read) => at + read).every(
      (line) => hasLabel(line) && (line === at || letterAt(line) === ""),
    );
  }
}

/** Counts the lines with consecutive letters starting at A. */
function countLettered(
  lines: readonly GridLine[],
  position: number,
  isRow: (cells: readonly string[]) => boolean,
): number {
  const end = lines.findIndex(({ cells }, row) => cells[position]?.trim() !== letterOf(row) || !isRow(cells));
  return end < 0 ? lines.length : end;
}

export function countRows(lines: readonly GridLine[], isRow: (cells: readonly string[]) => boolean): number {
  const end = lines.findIndex(({ cells }) => !isRow(cells));
  return end < 0 ? lines.length : end;
}

/** Tells whether a line has a value for each well, most of them numbers, and few cells after them. */
export function isWells(cells: readonly string[], start: number, columns: number): boolean {
  const values = cells.slice(start, start + columns);
  const behind = cells.slice(start + columns).filter((cell) => cell.trim() !== "").length;
  const numbers = values.filter((cell) => NUMBER.test(cell)).length;
  return values.length === columns && behind <= MAX_BEHIND && numbers >= MIN_NUMBER_SHARE * columns;
}

/** Tells whether a line has numbers in exactly these cells. */
export function isBare(cells: readonly string[], start: number, columns: number): boolean {
  const others = [...cells.slice(0, start), ...cells.slice(start + columns)];
  const values = cells.slice(start, start + columns);
  const hasAll = values.length === columns && values.every((cell) => NUMBER.test(cell));
  return hasAll && others.every((cell) => cell.trim() === "");
}

/**
 * Tells whether a complete plate without row letters follows a line. The line contains the column numbers and the names of any
 * cells before them. Only the first plate row may have cells before its wells, such as a time and a temperature.
 */
export function hasRowsBehindLead(
  lines: readonly GridLine[],
  at: number,
  start: number,
  columns: number,
): boolean {
  // A line may contain the column numbers of thousands of plates, so the rest of the line is only read for the first one.
  if (start === 0 || start > MAX_BEFORE || !PLATE_COLUMNS.includes(columns)) return false;
  const { cells } = lines[at] as GridLine;
  const before = cells.slice(0, start);
  const hasNothingAfter = cells.slice(start + columns).every((cell) => cell.trim() === "");
  if (!hasNothingAfter || before.some((cell) => NUMBER.test(cell))) return false;
  return isBlockBehindLead(lines, at + 1, start, columns);
}

/** Tells whether the lines from `first` on form a complete plate without row letters. */
export function isBlockBehindLead(
  lines: readonly GridLine[],
  first: number,
  start: number,
  columns: number,
): boolean {
  const rows = (columns * 2) / 3;
  if (start === 0 || start > MAX_BEFORE || first + rows > lines.length) return false;
  return lines
    .slice(first, first + rows)
    .every(({ cells }, row) =>
      isBare(row === 0 ? cells.map((cell, at) => (at < start ? "" : cell)) : cells, start, columns),
    );
}

function countFilled({ cells }: GridLine): number {
  return cells.filter((cell) => cell.trim() !== "").length;
}

/** Returns the integer in a cell, such as a column number of a plate; undefined for other cells. */
export function ordinal(cell: string): number | undefined {
  const [, digits] = /^\s*0?(\d{1,2})(?:\.0)?\s*$/.exec(cell) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Returns the number of rows of a plate; undefined if no plate format has that many columns. */
export function rowsOf(columns: number): number | undefined {
  return PLATE_COLUMNS.includes(columns) ? (columns * 2) / 3 : SMALL_PLATES.get(columns);
}

/** Returns the number of rows of the smallest plate with at least this many columns. */
export function rowsAround(columns: number): number | undefined {
  const fitting = [...SMALL_PLATES.keys(), ...PLATE_COLUMNS.toReversed()].find((count) => count >= columns);
  return fitting === undefined ? undefined : rowsOf(fitting);
}

/** Returns the letters of a plate row, counted from 0: A to Z, then AA to AF. */
export function letterOf(row: number): string {
  return row < 26 ? String.fromCharCode(65 + row) : `A${String.fromCharCode(65 + row - 26)}`;
}
