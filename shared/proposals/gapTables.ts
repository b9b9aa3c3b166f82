import { NUMBER, nameKey } from "@pdp/basics/columns";
import type { Delimiter, GridLine, TextSection } from "@pdp/formats/layouts";
import { CsvRecords } from "@pdp/formats/text";

import { shapeOf } from "./judgeHeader.ts";

/** Number of first records of a block that are kept. */
const MAX_KEPT = 50;
/** Maximum number of lines with a title above the names of a table. */
const MAX_TITLES = 3;
/** Minimum number of rows of the first table. */
const MIN_ROWS = 2;
const MAX_BLOCKS = 1_000;
const MAX_NAME_CHARACTERS = 60;
/** A line without cells: only separators. */
const GAP = /\n[ \t,;|"]*\r?\n/;
const COMMENT = /^#/m;
const STARTS_WITH_DIGIT = /^[<>≤≥~+-]?\s*[.,]?\d/;

interface Row {
  line: number;
  lastLine: number;
  /** Cells without the empty ones at the end. */
  cells: string[];
}

/** What a row is called: a line of a text, or a row of a sheet. */
export type Place = "line" | "row";

/** Consecutive lines between lines without cells. */
interface Block {
  first: Row[];
  rows: number;
  lastLine: number;
}

interface Table {
  /** Title of the table; undefined if it has none. */
  title: string | undefined;
  headerRow: number;
  names: readonly string[];
  /** First rows below the names. */
  below: readonly Row[];
  rows: number;
  lastLine: number;
  /** Number of lines of notes below the last row. */
  linesBelow: number;
}

/** Tables that only empty lines separate; none unless there are several. */
export interface GapTables {
  sections: TextSection[];
  /** Number of lines with several cells, and of those next to them, above the first table. */
  linesAbove: number;
}

const NONE: GapTables = { sections: [], linesAbove: 0 };

/**
 * Finds the tables of a text file that are separated by empty lines, or by lines of separators: each has names of its own, with
 * values below them. Returns none unless there are several.
 */
export function gapTables(text: string, isWhole: boolean, delimiter: Delimiter): GapTables {
  // Comments are lines between rows, not rows.
  if (!GAP.test(text) || COMMENT.test(text)) return NONE;
  return tablesOf(rowsOfText(text, isWhole, delimiter), delimiter, "line");
}

/** Finds the tables of a sheet that are separated by empty rows; none unless there are several. */
export function gapTablesOfSheet(lines: readonly GridLine[]): GapTables {
  const rows = lines.map(({ line, cells }) => rowOf(line, cells));
  return tablesOf(
    rows.map((row) => ({ ...row, lastLine: row.line })),
    "\t",
    "row",
  );
}

/** `rowNoun` is what the rows are called in the file. */
function tablesOf(rows: Iterable<Row>, delimiter: Delimiter, rowNoun: Place): GapTables {
  const tables: Table[] = [];
  let linesAbove = 0;
  let title: string | undefined;
  for (const block of blocksOf(rows)) {
    const [main] = tables;
    const table = main === undefined ? firstTable(block, title) : furtherTable(block, main, title);
    const last = tables[tables.length - 1];
    title = titleIn(block);
    if (table !== undefined) tables.push(table);
    else if (last !== undefined) extend(last, block);
    else if (block.first.some(({ cells }) => cells.length > 1)) linesAbove += block.rows;
  }
  if (tables.length < 2) return NONE;
  const sections = tables.map((table, at) =>
    sectionOf(table, { delimiter, rowNoun, isLast: at === tables.length - 1 }),
  );
  return { sections, linesAbove };
}

function blocksOf(rows: Iterable<Row>): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const row of rows) {
    if (row.cells.length === 0) {
      open = undefined;
      continue;
    }
    if (open === undefined || row.line > open.lastLine + 1) {
      if (blocks.length === MAX_BLOCKS) break;
      open = { first: [], rows: 0, lastLine: 0 };
      blocks.push(open);
    }
    open.rows++;
    open.lastLine = row.lastLine;
    if (open.first.length < MAX_KEPT) open.first.push(row);
  }
  return blocks;
}

function* rowsOfText(text: string, isWhole: boolean, delimiter: Delimiter): Generator<Row> {
  const records = new CsvRecords(delimiter, 1, undefined, false);
  records.push(Buffer.from(text), isWhole);
  while (records.next() && !records.fault?.isFatal)
    yield rowOf(
      records.line,
      Array.from({ length: records.count }, (_, cell) => records.text(cell)),
    );
}

function rowOf(line: number, written: readonly string[]): Row {
  const cells = written.map((cell) => cell.trim());
  const breaks = cells.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0);
  const end = cells.findLastIndex((cell) => cell !== "") + 1;
  return { line, lastLine: line + breaks, cells: cells.slice(0, end) };
}

/** Returns the first table: names with rows below them, and numbers in most of these rows. */
function firstTable({ first, rows, lastLine }: Block, title: string | undefined): Table | undefined {
  const at = first.findIndex(({ cells }, index) => index <= MAX_TITLES && areNames(cells));
  const below = first.slice(at + 1);
  const measured = below.filter(({ cells }) => cells.length > 1 && cells.some((cell) => NUMBER.test(cell)));
  if (at < 0 || below.length < MIN_ROWS || 2 * measured.length <= below.length) return undefined;
  return tableOf(first, at, rows, lastLine, title);
}

/** Returns the table of a block if it has names, and its rows are unlike those of the first table. */
function furtherTable(
  { first, rows, lastLine }: Block,
  main: Table,
  title: string | undefined,
): Table | undefined {
  const at = first.findIndex(({ cells }) => cells.length > 1);
  const [names, ...below] = at < 0 ? [] : first.slice(at);
  if (names === undefined || below.length === 0 || at > MAX_TITLES || !areNames(names.cells))
    return undefined;
  const mainNames = new Set(main.names.map(nameKey));
  // Without a title, the rows below the same names continue the table.
  if (
    at === 0 &&
    title === undefined &&
    names.cells.map(nameKey).join("\n") === main.names.map(nameKey).join("\n")
  )
    return undefined;
  const isNamedAgain = names.cells.some((cell) => mainNames.has(nameKey(cell)));
  // Words in place of numbers, such as `V5A,inactive,inactive`, are not names.
  if (!isNamedAgain && [names, ...below].some((row) => beginsLike(row, main))) return undefined;
  const [row] = below as [Row];
  const hasNumbers = row.cells.length > 1 && row.cells.some((cell) => NUMBER.test(cell));
  return hasNumbers || below.every((row) => row.cells.length > 1)
    ? tableOf(first, at, rows, lastLine, title)
    : undefined;
}

/** Returns the title that is alone between two empty lines; undefined if the block is anything else. */
function titleIn({ first: [row], rows }: Block): string | undefined {
  return rows === 1 && row?.cells.length === 1 ? row.cells[0] : undefined;
}

function tableOf(
  first: readonly Row[],
  at: number,
  rows: number,
  lastLine: number,
  titleAbove?: string,
): Table {
  const { line, cells } = first[at] as Row;
  const above = at > 0 ? first[at - 1]?.cells : undefined;
  const title = above?.length === 1 ? above[0] : at > 0 ? undefined : titleAbove;
  return {
    title: title?.slice(0, MAX_NAME_CHARACTERS),
    headerRow: line,
    names: cells,
    below: first.slice(at + 1),
    rows: rows - at - 1,
    lastLine,
    linesBelow: 0,
  };
}

/** Adds a block without names of its own to a table, unless its lines are notes. */
function extend(table: Table, { first, rows, lastLine }: Block): void {
  const areNotes = first.every(({ cells }) => 2 * cells.length <= table.names.length);
  if (areNotes) table.linesBelow += rows;
  else {
    table.rows += table.linesBelow + rows;
    table.linesBelow = 0;
    table.lastLine = lastLine;
  }
}

function sectionOf(
  table: Table,
  { delimiter, rowNoun, isLast }: { delimiter: Delimiter; rowNoun: Place; isLast: boolean },
): TextSection {
  const { title, headerRow, names, rows, lastLine, linesBelow } = table;
  const lastRow = isLast && linesBelow === 0 ? undefined : lastLine;
  const name = title ?? `table from ${rowNoun} ${headerRow}`;
  const isUnnamed = title === undefined;
  return {
    name,
    isUnnamed,
    isAbove: false,
    headerRow,
    delimiter,
    width: names.length,
    rows,
    lastRow,
    linesBelow,
  };
}

/** Tells whether cells are the names of several columns: different words. */
function areNames(cells: readonly string[]): boolean {
  const names = cells.map(nameKey);
  return (
    cells.length > 1 &&
    new Set(names).size === names.length &&
    cells.every((cell) => cell !== "" && !STARTS_WITH_DIGIT.test(cell))
  );
}

/** Tells whether the first cell of a row is written like one in a table, with a number in the same place. */
function beginsLike({ cells: [text = ""] }: Row, { below }: Table): boolean {
  if (!/\d/.test(text)) return false;
  const shape = shapeOf(text);
  return below.some(({ cells: [other = ""] }) => shapeOf(other) === shape);
}
