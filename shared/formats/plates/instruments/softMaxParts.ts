import { ordinal, rowsOf } from "../../detect/plateGrid.ts";
import { isPlateLine } from "../../detect/plateLine.ts";
import { readSeconds } from "../wellTimes.ts";
import { type BlockLine, filledCells, textAt, type WellBlock } from "./wellBlock.ts";

const TEMPERATURE = /^Temperature\b/i;
const DEGREES = /^\d+(?:[.,]\d+)?$/;
const END = /^~End\b/i;
const WAVELENGTH = /^\d{3,4}$/;
/** Column of the times or wavelengths, and first column of the values; the temperature is between them. */
const [NAME, FIRST] = [0, 2];
/** Name of values that SoftMax Pro computed from the raw values of each well. */
const REDUCED = "reduced";
const SECONDS = { seconds: 1, areHours: false };
/** Columns of the plates that other readers find, whose rows have a value in each column. */
const LARGE = 12;

interface Section {
  lines: readonly BlockLine[];
  /** Index of the line with the name of the plate. */
  plate: number;
  columns: number;
  rows: number;
  /** First columns of the grids, one for each wavelength. */
  starts: readonly number[];
}

/** A read of all wells: its first line, and the number of its lines. */
interface Read {
  at: number;
  length: number;
}

/**
 * Reads the plate whose name is in a line, if it is small or has wells without values; other plates are read like those of other
 * instruments. Each read starts with its time or wavelength, and an empty line follows it.
 */
export function softMaxPart(lines: readonly BlockLine[], plate: number): WellBlock[] {
  const section = sectionAt(lines, plate);
  if (section === undefined) return [];
  const reads = readsBelow(section, plate + 2);
  const [first] = reads;
  const isPart = section.columns < LARGE || reads.some((read) => hasGaps(section, read));
  if (first === undefined || !isPart) return [];
  const last = reads[reads.length - 1] as Read;
  const blocks = reads.flatMap((read) => blocksOf(section, read));
  return [...overTime(blocks, section.starts.length), ...reducedBelow(section, last.at + last.length)];
}

function sectionAt(lines: readonly BlockLine[], plate: number): Section | undefined {
  const [name, header] = [lines[plate], lines[plate + 1]];
  if (name === undefined || header === undefined || !isPlateLine(name.cells)) return undefined;
  if (!TEMPERATURE.test(textAt(header, 1))) return undefined;
  const columns = countFrom(header, FIRST);
  const starts = filledCells(header).filter((at) => at >= FIRST && ordinal(textAt(header, at)) === 1);
  const rows = rowsOf(columns);
  if (rows === undefined || !starts.every((start) => countFrom(header, start) === columns)) return undefined;
  return { lines, plate, columns, rows, starts };
}

/** Counts the column numbers from a position. */
function countFrom(line: BlockLine, start: number): number {
  let count = 0;
  while (ordinal(textAt(line, start + count)) === count + 1) count++;
  return count;
}

/** Splits the lines below a header into reads. */
function readsBelow({ lines, rows, columns }: Section, first: number): Read[] {
  const reads: Read[] = [];
  let open: Read | undefined;
  for (let at = first; at < lines.length; at++) {
    const [line, before] = [lines[at] as BlockLine, lines[at - 1] as BlockLine];
    if (END.test(textAt(line, NAME)) || isPlateLine(line.cells)) break;
    const isEmpty = line.cells.length <= FIRST + 1 && filledCells(line).length === 0;
    const isNext = textAt(line, NAME) !== "" || line.line > before.line + 1;
    if (isEmpty || isNext || open?.length === rows) open = undefined;
    if (isEmpty) continue;
    if (countFrom(line, FIRST) === columns && textAt(line, 1) === "") break;
    if (open === undefined) {
      // Notes below a plate have neither a time nor a temperature.
      if (reads.length > 0 && textAt(line, NAME) === "") break;
      open = { at, length: 0 };
      reads.push(open);
    }
    open.length++;
  }
  return reads;
}

function hasGaps({ lines, columns, starts }: Section, { at, length }: Read): boolean {
  return lines
    .slice(at, at + length)
    .some((line) =>
      starts.some((start) =>
        Array.from({ length: columns }, (_, n) => n).some((n) => textAt(line, start + n) === ""),
      ),
    );
}

function blocksOf(section: Section, read: Read): WellBlock[] {
  const { lines, plate, starts } = section;
  const settings = lines[plate] as BlockLine;
  const isSpectrum = settings.cells.includes("Spectrum");
  const name = textAt(lines[read.at], NAME);
  const seconds = isSpectrum || name === "" ? undefined : readSeconds(name, SECONDS);
  const wavelengths = settings.cells
    .map((cell) => cell.trim().split(/\s+/))
    .find((list) => list.length === starts.length && list.every((text) => WAVELENGTH.test(text)));
  return starts.map((start, index) => {
    const readLabel = starts.length === 1 ? "" : (wavelengths?.[index] ?? String(index + 1));
    return blockOf(section, read, start, {
      label: isSpectrum ? name : readLabel,
      seconds,
      isFirst: index === 0,
    });
  });
}

function blockOf(
  { lines, plate, columns, starts }: Section,
  { at, length }: Read,
  start: number,
  { label, seconds, isFirst }: { label: string; seconds: number | undefined; isFirst: boolean },
): WellBlock {
  const rows = Array.from({ length }, (_, row) => at + row);
  const stated = textAt(lines[at], 1);
  const temperature = DEGREES.test(stated) ? stated : "";
  const header = at === plate + 2 ? plate + 1 : at;
  const grids = new Set([
    NAME,
    ...(temperature === "" ? [] : [1]),
    ...starts.flatMap((first) => Array.from({ length: columns }, (_, n) => first + n)),
  ]);
  const names = new Set((lines[header] as BlockLine).cells.keys());
  const values = rows.flatMap((line, row) =>
    Array.from({ length: columns }, (_, column) => ({
      row,
      column,
      value: textAt(lines[line], start + column) || null,
      ...(seconds !== undefined && { seconds }),
      ...(temperature !== "" && { temperature }),
    })),
  );
  const cells = new Map(rows.map((line) => [line, grids] as const));
  if (header !== at) cells.set(header, names);
  return {
    header,
    rows: rows.filter((line) => line !== header),
    plate: textAt(lines[plate], 1),
    label,
    values,
    cells: isFirst ? cells : new Map(),
  };
}

/** Joins the reads of each of the grids that have times to one read over time. */
function overTime(blocks: readonly WellBlock[], grids: number): WellBlock[] {
  const isTimed = blocks.every(({ values }) => values.every(({ seconds }) => seconds !== undefined));
  if (!isTimed) return [...blocks];
  return [...Map.groupBy(blocks, (_, at) => at % grids).values()].map((gridBlocks) => {
    const [first] = gridBlocks as [WellBlock];
    const lines = gridBlocks.flatMap(({ header, rows }) => [header, ...rows]).slice(1);
    const cells = new Map(gridBlocks.flatMap((block) => [...block.cells]));
    return { ...first, rows: lines, values: gridBlocks.flatMap(({ values }) => values), cells };
  });
}

/** Reads the values that the program computed, which are below another line of column numbers. */
function reducedBelow(section: Section, first: number): WellBlock[] {
  const { lines, columns, rows } = section;
  for (let at = first; at < lines.length && !END.test(textAt(lines[at], NAME)); at++) {
    if (countFrom(lines[at] as BlockLine, FIRST) !== columns) continue;
    const below = lines.slice(at + 1, at + 1 + rows);
    const end = below.findIndex((line) => END.test(textAt(line, NAME)));
    const length = end < 0 ? below.length : end;
    const read = blockOf({ ...section, plate: at - 1, starts: [FIRST] }, { at: at + 1, length }, FIRST, {
      label: REDUCED,
      seconds: undefined,
      isFirst: true,
    });
    return [{ ...read, plate: textAt(lines[section.plate], 1) }];
  }
  return [];
}
