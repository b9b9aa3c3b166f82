import { ordinal } from "#shared/formats/detect/plateGrid.ts";
import { type BlockLine, type InstrumentReader, textAt, type WellBlock } from "./wellBlock.ts";

const VALUE = /^(?:[<>*]?\s*[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[-+]?\d+)?\*?|over|ovrflw|nan|n\/a|-+)?$/i;
const MIN_COLUMNS = 6;
const MAX_ROWS = 32;

/** Reads exports of PerkinElmer EnVision: wells with or without row letters, below the lines that describe their plate. */
export const enVision: InstrumentReader = {
  recognize: (text) => /^(?:\ufeff|")*Plate information\b/.test(text),
  writesOnlyWells: true,
  blocks: (lines) => lines.flatMap((_, at) => plateBelow(lines, at) ?? []),
};

function plateBelow(lines: readonly BlockLine[], header: number): WellBlock | undefined {
  if (!isPlateHeader(lines[header])) return undefined;
  const [names, described] = [lines[header + 1], lines[header + 2]];
  const cellOf = (name: string) => {
    const at = names?.cells.findIndex((cell) => cell.trim() === name) ?? -1;
    return at < 0 ? "" : textAt(described, at);
  };
  let first = header + 3;
  while (first < lines.length && !isPlateHeader(lines[first]) && !areValues(lines[first])) first++;
  const rows: number[] = [];
  while (rows.length < MAX_ROWS && areValues(lines[first + rows.length])) rows.push(first + rows.length);
  if (cellOf("Plate") === "" || rows.length === 0 || isColumnLine(lines[first])) return undefined;
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
