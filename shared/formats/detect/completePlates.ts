import { isProtein } from "@pdp/basics/proteins";
import {
  type GridLine,
  isPartCorner,
  letterOf,
  MAX_BEFORE,
  NUMBER,
  ordinal,
  PLATE_COLUMNS,
  rowsOf,
} from "./plateGrid.ts";

const MIN_ROWS = 2;
const MIN_NUMBERS = 2;
const MAX_ROWS = 32;
const SMALL_LETTERS = "abcdef";
/** Row letters that are more likely amino acids than a part of a plate if there are at least this many of them. */
const MIN_RESIDUES = 10;
const BASES = "ACGTU";

/** Part of a plate: a line of column numbers, and lines that start with row letters. */
interface Part {
  /** Position of the first well. */
  start: number;
  /** Column number of each cell. */
  numbers: readonly number[];
  /** Plate row of each line, counted from 0. */
  rows: readonly number[];
}

/**
 * Adds the rows and columns that an export omits from a plate, as empty cells, so that each value is read in its well. Returns
 * other lines unchanged, in time linear in the number of cells.
 */
export function completePlates(lines: readonly GridLine[]): readonly GridLine[] {
  let completed: GridLine[] | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as GridLine;
    const part = partAt(lines, at);
    const columns = part && columnsOf(part, line.cells[part.start - 1]?.trim() ?? "");
    if (part === undefined || columns === undefined) completed?.push(line);
    else {
      completed ??= lines.slice(0, at);
      completed.push(...completePart(lines.slice(at, at + 1 + part.rows.length), part, columns));
      at += part.rows.length;
    }
  }
  return completed ?? lines;
}

/** Reads the column numbers in a line, and the row letters below them. */
function partAt(lines: readonly GridLine[], at: number): Part | undefined {
  const { cells } = lines[at] as GridLine;
  const start = cells.slice(0, MAX_BEFORE + 1).findIndex((cell) => (ordinal(cell) ?? 0) > 0);
  if (start < 1 || cells.slice(0, start).some((cell) => NUMBER.test(cell))) return undefined;
  // A row of a plate may also contain increasing numbers.
  if (rowOf(cells[start - 1] ?? "") !== undefined) return undefined;
  const numbers: number[] = [];
  for (let next = ordinal(cells[start] ?? ""); next !== undefined; ) {
    if (next <= (numbers[numbers.length - 1] ?? 0)) return undefined;
    numbers.push(next);
    next = ordinal(cells[start + numbers.length] ?? "");
  }
  if (numbers.length < MIN_NUMBERS) return undefined;
  const rows: number[] = [];
  while (rows.length < MAX_ROWS) {
    const row = rowOf(lines[at + 1 + rows.length]?.cells[start - 1] ?? "");
    if (row === undefined || row <= (rows[rows.length - 1] ?? -1)) break;
    rows.push(row);
  }
  const isComplete = areConsecutive(numbers, 1) && areConsecutive(rows, 0);
  return rows.length < MIN_ROWS || isComplete ? undefined : { start, numbers, rows };
}

const PLATE_WORDS = /\b(?:rows?|wells?|plate)\b/i;

/** Returns the number of columns of the plate that a part certainly belongs to; undefined if it may be another table. */
function columnsOf({ numbers, rows }: Part, corner: string): number | undefined {
  const isPart = isPartCorner(corner);
  const hasAllColumns = areConsecutive(numbers, 1);
  if (!hasAllColumns && !isPart && !areConsecutive(rows, 0)) return undefined;
  const letters = rows.map(letterOf);
  if (rows.length >= MIN_RESIDUES && letters.every(isProtein)) return undefined;
  // `residue` or `base` in the corner is the name of a column.
  const isTable = corner !== "" || letters.every((letter) => BASES.includes(letter));
  if (isTable && !isPart && !PLATE_WORDS.test(corner)) return undefined;
  const [lastColumn, lastRow] = [numbers[numbers.length - 1] as number, rows[rows.length - 1] as number];
  const fits = (columns: number) => lastColumn <= columns && lastRow < (rowsOf(columns) ?? 0);
  if (hasAllColumns && !isPart) return fits(lastColumn) ? lastColumn : undefined;
  return PLATE_COLUMNS.findLast(fits);
}

/** Returns the lines of a part with the cells of the whole plate. */
function completePart(
  lines: readonly GridLine[],
  { start, numbers, rows }: Part,
  columns: number,
): GridLine[] {
  const wide = lines.map(({ line, cells }, at) => {
    const wells = Array.from({ length: columns }, (_, column) => {
      const position = numbers.indexOf(column + 1);
      if (at === 0) return String(column + 1);
      return position < 0 ? "" : (cells[start + position] ?? "");
    });
    const before = cells.slice(0, start);
    if (at > 0) before[start - 1] = letterOf(rows[at - 1] as number);
    return { line, cells: [...before, ...wells, ...cells.slice(start + numbers.length)] };
  });
  const [header, ...below] = wide;
  const last = rows[rows.length - 1] as number;
  let next = 0;
  return [
    header as GridLine,
    ...Array.from({ length: last + 1 }, (_, row): GridLine => {
      const added = below[next] as GridLine;
      if (rows[next] === row) next++;
      else return { line: added.line, cells: [...Array<string>(start - 1).fill(""), letterOf(row)] };
      return added;
    }),
  ];
}

/** Returns the plate row of a letter, counted from 0; some readers write a to f for AA to AF. */
function rowOf(cell: string): number | undefined {
  const letters = cell.trim();
  const small = letters.length === 1 ? SMALL_LETTERS.indexOf(letters) : -1;
  if (small >= 0) return 26 + small;
  if (!/^(?:[A-Z]|A[A-F])$/.test(letters)) return undefined;
  return letters.length === 2 ? 26 + letters.charCodeAt(1) - 65 : letters.charCodeAt(0) - 65;
}

function areConsecutive(numbers: readonly number[], first: number): boolean {
  return numbers.every((number, at) => number === first + at);
}
