import { ordinal, rowsOf } from "../../detect/plateGrid.ts";
import { type BlockLine, type InstrumentReader, textAt, type WellBlock } from "./wellBlock.ts";

const VALUE = /^(?:[<>*]?\s*[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[-+]?\d+)?\*?|over|ovrflw|nan|n\/a|-+)?$/i;
const MIN_COLUMNS = 6;
const MAX_ROWS = 32;

/** Reads exports of PerkinElmer EnVision: wells with or without row letters, below the lines that describe their plate. */
export const enVision: InstrumentReader = {
  recognize: (text) => /^(?:\ufeff|")*Plate information\b/.test(text),
  blocks: (lines) => lines.flatMap((_, at) => plateBelow(lines, at) ?? []),
};

function plateBelow(lines: readonly BlockLine[], header: number): WellBlock | undefined {
  if (!isPlateHeader(lines[header])) return undefined;
  const [names, described] = [lines[header + 1], lines[header + 2]];
  const cellOf = (name: string) => {
    const at = names?.cells.findIndex((cell) => cell.trim() === name) ?? -1;
    return at < 0 ? "" : textAt(described, at);
  };
  const rows = firstValues(lines, header + 3);
  const [first] = rows;
  if (cellOf("Plate") === "" || first === undefined || isColumnLine(lines[first])) return undefined;
  const values = rows.flatMap((at, row) =>
    (lines[at] as BlockLine).cells.map((cell, column) => ({ row, column, value: cell.trim() || null })),
  );
  const width = widthOf(lines, rows);
  const others = Array.from({ length: first - header }, (_, index) => header + index);
  return {
    header,
    rows: [...others.slice(1), ...rows],
    plate: cellOf("Plate"),
    label: cellOf("Label"),
    // An empty cell after the last separator is not a well.
    values: values.filter(({ column, value }) => value !== null || column < width),
    cells: new Map([
      ...others.map((at) => [at, new Set<number>()] as const),
      ...rows.map((at) => [at, new Set((lines[at] as BlockLine).cells.keys())] as const),
    ]),
  };
}

/** Returns the first lines of values of a plate. Lines of separators above them, as spreadsheets write them, do not count. */
function firstValues(lines: readonly BlockLine[], from: number): number[] {
  let rows: number[] = [];
  for (let at = from; at < lines.length && !isPlateHeader(lines[at]); at++) {
    if (areValues(lines[at])) rows.push(at);
    else if (rows.some((row) => isFilled(lines[row]))) break;
    else rows = [];
  }
  if (!rows.some((row) => isFilled(lines[row]))) return [];
  const maxRows = Math.min(MAX_ROWS, rowsOf(widthOf(lines, rows)) ?? MAX_ROWS);
  while (rows.length > maxRows && !isFilled(lines[rows[0] as number])) rows.shift();
  return rows.slice(0, MAX_ROWS);
}

function isFilled(line: BlockLine | undefined): boolean {
  return line?.cells.some((cell) => cell.trim() !== "") === true;
}

function widthOf(lines: readonly BlockLine[], rows: readonly number[]): number {
  return Math.max(
    ...rows.map((at) => (lines[at]?.cells.findLastIndex((cell) => cell.trim() !== "") ?? -1) + 1),
  );
}

function isPlateHeader(line: BlockLine | undefined): boolean {
  return /^Plate information$/.test(textAt(line, 0));
}

/** Tells whether a line contains the column numbers of a plate with row letters, which needs no description. */
function isColumnLine(line: BlockLine | undefined): boolean {
  return textAt(line, 0) === "" && ordinal(textAt(line, 1)) === 1 && ordinal(textAt(line, 2)) === 2;
}

function areValues(line: BlockLine | undefined): boolean {
  return (
    line !== undefined &&
    line.cells.length >= MIN_COLUMNS &&
    line.cells.every((cell) => VALUE.test(cell.trim()))
  );
}
