import { nameKey } from "@pdp/basics/columns";
import { CsvRecords } from "../text/csvRecords.ts";
import { hasBackslashQuotes } from "../text/hasBackslashQuotes.ts";
import { completePlates } from "./completePlates.ts";
import { findPlateGrid, type PlateGrid } from "./plateGrid.ts";

export type Delimiter = "," | ";" | "\t" | "|";
export type DecimalSign = "." | ",";

/** Layout of the cells in a text file. */
export interface TextLayout {
  delimiter: Delimiter;
  /** Decimal separator; undefined if no number contains one. */
  decimal: DecimalSign | undefined;
  /** Line number of the header, counted from 1. */
  headerRow: number;
  header: string[];
  /** True if each row has one more cell than the header: row names, as written by R. */
  hasRowNames: boolean;
}

const DELIMITERS: readonly Delimiter[] = [",", ";", "\t", "|"];
const MAX_RECORDS = 200;
/** Number of records searched for the header, because titles may come before it. */
const MAX_TITLE_RECORDS = 100;
const NUMBER = /^\s*[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?\s*$/;
const COMMA_DECIMALS = /^[+-]?\d*,\d+(?:[eE][+-]?\d+)?$/;
const POINT_DECIMALS = /^[+-]?\d*\.\d+(?:[eE][+-]?\d+)?$/;
/** Number in which the comma may also be a thousands separator. */
const THOUSANDS = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+$/;

/** Score of a delimiter that splits every line, from the first one on, into the same number of cells. */
const MIN_REGULAR_SHARE = 0.5;

interface Line {
  line: number;
  cells: string[];
}

interface Candidate extends TextLayout {
  score: number;
}

/**
 * Detects the delimiter, header row and decimal separator of a UTF-8 text file from its first bytes. `names` are the expected
 * column names, if any; `headerRow` is the header line and `delimiters` the candidate delimiters, if known.
 */
export function detectLayout(
  head: Buffer,
  isWhole: boolean,
  names: readonly string[] = [],
  headerRow?: number,
  delimiters: readonly Delimiter[] = DELIMITERS,
): TextLayout | undefined {
  const wanted = new Set(names.map(nameKey));
  let best: Candidate | undefined;
  for (const delimiter of delimiters) {
    const candidate = layoutWith(
      delimiter,
      readLines(head, isWhole, delimiter, headerRow),
      wanted,
      headerRow,
    );
    if (candidate && (best === undefined || candidate.score > best.score)) best = candidate;
  }
  if (best === undefined) return undefined;
  const { score: _, ...layout } = best;
  return layout;
}

/** Finds a plate, rather than a table, in the first bytes of a text file, regardless of the delimiter. */
export function detectPlate(
  head: Buffer,
  isWhole: boolean,
): (PlateGrid & { delimiter: Delimiter }) | undefined {
  for (const delimiter of DELIMITERS) {
    const grid = findPlateGrid(completePlates(readLines(head, isWhole, delimiter)));
    if (grid !== undefined) return { ...grid, delimiter };
  }
  return undefined;
}

function readLines(head: Buffer, isWhole: boolean, delimiter: Delimiter, firstLine = 1): Line[] {
  const hasEscapes = hasBackslashQuotes(head, isWhole, delimiter);
  const records = new CsvRecords(delimiter, 1, undefined, hasEscapes);
  const lines: Line[] = [];
  records.push(head, isWhole);
  while (lines.length < MAX_RECORDS && records.next()) {
    if (records.fault?.isFatal) break;
    if (records.line < firstLine) continue;
    lines.push({
      line: records.line,
      cells: Array.from({ length: records.count }, (_, cell) => records.text(cell)),
    });
  }
  return lines;
}

function layoutWith(
  delimiter: Delimiter,
  lines: Line[],
  wanted: ReadonlySet<string>,
  headerRow?: number,
): Candidate | undefined {
  const width = usualWidth(lines);
  const header = headerRow === undefined ? headerIndex(lines, width, wanted) : 0;
  const headerLine = lines[header];
  if (headerLine === undefined) return undefined;
  const rows = lines.slice(header + 1);
  const fitting = rows.filter(({ cells }) => cells.length === width).length;
  const names = headerLine.cells.map(nameKey);
  const matched = new Set(names.filter((name) => wanted.has(name))).size;
  const consistency = rows.length === 0 ? 1 : fitting / rows.length;
  const looks = looksLikeHeader(withoutEnd(headerLine.cells)) ? 1 : 0.5;
  // Every wrong delimiter yields a single column.
  const several = width > 1 ? 1 + Math.min(width, 50) / 1_000 : 0.1;
  // Lines of mutations such as A4D;P35I may contain the same number of semicolons in each row, but not in the header.
  const isRegular = width > 1 && header === 0 && headerLine.cells.length === width && fitting === rows.length;
  return {
    delimiter,
    headerRow: headerLine.line,
    header: headerLine.cells,
    decimal: decimalSign(rows),
    hasRowNames: rows.length > 0 && width === headerLine.cells.length + 1 && fitting === rows.length,
    score: consistency * looks * several + (isRegular ? MIN_REGULAR_SHARE : 0) + 10 * matched,
  };
}

/** Returns the most common cell count among the last records; the first records may be titles. */
function usualWidth(lines: readonly Line[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of lines.slice(Math.floor(lines.length / 3))) {
    counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  }
  let usual = 0;
  for (const [width, count] of counts) if (count > (counts.get(usual) ?? 0)) usual = width;
  return usual;
}

/**
 * Returns the index of the record with the most expected names or, if there are none, of the first record that looks like a
 * header.
 */
function headerIndex(lines: readonly Line[], width: number, wanted: ReadonlySet<string>): number {
  const searched = lines.slice(0, MAX_TITLE_RECORDS);
  const matches = searched.map(({ cells }) => cells.filter((cell) => wanted.has(nameKey(cell))).length);
  const maxMatches = Math.max(0, ...matches);
  if (maxMatches > 0) return matches.indexOf(maxMatches);
  const named = searched.findIndex(
    ({ cells }, at) => isNamed(cells, width) || isLongHeader(cells, lines.slice(at + 1), width),
  );
  const fits = ({ cells }: Line) => cells.length === width || cells.length === width - 1;
  // Titles may end in as many separators as the rows.
  const filled = searched.findIndex((line) => fits(line) && 2 * countFilled(line.cells) > width);
  const first = filled >= 0 ? filled : searched.findIndex(fits);
  const hasTitlesAbove = searched.slice(0, named).every(({ cells }) => !isFilled(cells, width));
  return named >= 0 && hasTitlesAbove ? named : Math.max(first, 0);
}

function countFilled(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== "").length;
}

/** Removes the empty cells at the end of a line that ends in separators. */
function withoutEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);
}

/** Tells whether a line has a name for each column; it may end in more separators than the rows. */
function isNamed(cells: readonly string[], width: number): boolean {
  const names = cells.length > width ? withoutEnd(cells) : cells;
  return names.length === width && looksLikeHeader(names);
}

/** Tells whether a line has more names than most rows have cells, because rows omit their last cells if they are empty. */
function isLongHeader(cells: readonly string[], below: readonly Line[], width: number): boolean {
  if (width < 2 || cells.length <= width) return false;
  const names = withoutEnd(cells);
  const counts = below.map((line) => line.cells.length);
  const isReached = counts.some((count) => count >= names.length);
  return (
    names.length > width &&
    isReached &&
    !counts.some((count) => count > cells.length) &&
    looksLikeHeader(names)
  );
}

function looksLikeHeader(cells: readonly string[]): boolean {
  const names = cells.map(nameKey);
  const isNamed = isFilled(cells, cells.length) && new Set(names).size === names.length;
  return isNamed && !cells.some((cell) => NUMBER.test(cell));
}

/** Returns whether every cell of a record contains text, not counting the first cell, which is empty above row names. */
function isFilled(cells: readonly string[], width: number): boolean {
  return cells.length >= width && cells.slice(1, width).every((cell) => cell.trim() !== "");
}

function decimalSign(rows: readonly Line[]): DecimalSign | undefined {
  let [commas, points] = [0, 0];
  for (const { cells } of rows) {
    for (const cell of cells) {
      const text = cell.trim();
      if (POINT_DECIMALS.test(text)) points++;
      else if (COMMA_DECIMALS.test(text) && !THOUSANDS.test(text)) commas++;
    }
  }
  if (commas === points) return undefined;
  return commas > points ? "," : ".";
}
