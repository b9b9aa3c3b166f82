import type { GridLine } from "../detect/plateGrid.ts";
import { readSeconds, timeUnitOf } from "./wellTimes.ts";

/** Zero-based position of a well on its plate. */
export interface Well {
  row: number;
  column: number;
}

/** Value of a well at one point in time. */
export interface TimedValue extends Well {
  seconds: number;
  /** Temperature of the reader in °C; absent if it is not stated. */
  temperature?: string;
  value: string | null;
}

/** Values of wells over time: one column per well and one row per time, or vice versa. */
export interface WellTable {
  /** Index of the line with the well names, or with the times. */
  header: number;
  /** Indices of its lines below the header. */
  rows: readonly number[];
  /** Values in file order; null where a well has no value. */
  values: TimedValue[];
  /** Table cells by line: names, times and values. */
  cells: ReadonlyMap<number, ReadonlySet<number>>;
  /** Texts between the names of the wells and their values. */
  contents?: (Well & { text: string })[];
}

const WELL = /^\s*([A-Z]|A[A-F])0?([1-9]\d?)\s*$/;
const TEMPERATURE = /^\s*(?:temp(?:erature|\.)?(?![a-z])|T[°º∞¡]|Tmp\b)/i;
const NUMBER = /^\d+(?:[.,]\d+)?$/;
const MAX_COLUMN = 48;
/** Minimum number of well names in a line for it to count as a header. */
const MIN_WELLS = 3;
/** Maximum number of cells other than wells, such as the temperature. */
const MAX_OTHERS = 4;
/** Maximum number of cells up to the label of the times: the well, its content and its group. */
const MAX_NAMES = 4;
/** Maximum number of lines with other measurements between the times and the first well. */
const MAX_LINES_BETWEEN = 3;

/** Finds the tables with one column or one row per well, in time linear in the number of cells. */
export function findWellTables(lines: readonly GridLine[]): WellTable[] {
  const tables: WellTable[] = [];
  for (let at = 0; at < lines.length; at++) {
    const table = columnTable(lines, at) ?? rowTable(lines, at);
    if (table === undefined) continue;
    tables.push(table);
    at = table.rows[table.rows.length - 1] as number;
  }
  return tables;
}

/** Returns the well named in a cell; undefined for other cells. */
export function wellOf(cell: string): Well | undefined {
  const [, letters, digits] = WELL.exec(cell) ?? [];
  if (letters === undefined || Number(digits) > MAX_COLUMN) return undefined;
  const last = letters.charCodeAt(letters.length - 1) - 65;
  return { row: letters.length === 2 ? 26 + last : last, column: Number(digits) - 1 };
}

/** Tells whether a column contains temperatures; some programs write another sign for a degree. */
export function isTemperature(header: string): boolean {
  return TEMPERATURE.test(header);
}

/** Reads a table with the time and the well names in its header. */
function columnTable(lines: readonly GridLine[], header: number): WellTable | undefined {
  const { cells } = lines[header] as GridLine;
  if (cells.length <= MIN_WELLS) return undefined;
  const time = cells.slice(0, MAX_OTHERS + 1).findIndex((cell) => timeUnitOf(cell) !== undefined);
  const unit = timeUnitOf(cells[time] ?? "");
  if (unit === undefined) return undefined;
  const wells = new Map<number, Well>();
  cells.forEach((cell, position) => {
    const well = wellOf(cell);
    if (well !== undefined) wells.set(position, well);
  });
  const others = cells.filter((cell, position) => cell.trim() !== "" && !wells.has(position)).length;
  if (!areWells([...wells.values()]) || others > MAX_OTHERS) return undefined;
  const readCells = new Map([[header, new Set(cells.keys())]]);
  const degrees = cells.findIndex(isTemperature);
  const positions = new Set([time, ...(degrees < 0 ? [] : [degrees]), ...wells.keys()]);
  const rows: number[] = [];
  const values: WellTable["values"] = [];
  for (let at = header + 1; at < lines.length; at++) {
    const row = lines[at]?.cells ?? [];
    const seconds = readSeconds(row[time] ?? "", unit);
    if (seconds === undefined) break;
    rows.push(at);
    readCells.set(at, positions);
    const stated = temperatureAt(row, degrees);
    for (const [position, well] of wells)
      values.push({ ...well, seconds, ...stated, value: valueAt(row, position) });
  }
  return rows.length === 0 ? undefined : { header, rows, values, cells: readCells };
}

/** Reads a table with the times in its header and a well name at the start of each line, and other texts between them. */
function rowTable(lines: readonly GridLine[], header: number): WellTable | undefined {
  const { cells } = lines[header] as GridLine;
  const label = cells.slice(0, MAX_NAMES).findIndex((cell) => timeUnitOf(cell) !== undefined);
  const unit = timeUnitOf(cells[label] ?? "");
  if (unit === undefined || (label > 0 && !/^well\b/i.test(cells[0]?.trim() ?? ""))) return undefined;
  const first = label + 1;
  const seconds: number[] = [];
  for (const cell of cells.slice(first)) {
    const time = readSeconds(cell, unit);
    if (time === undefined) break;
    seconds.push(time);
  }
  if (seconds.length < 2) return undefined;
  const described = Array.from({ length: Math.max(0, label - 1) }, (_, at) => at + 1);
  const positions = new Set([0, ...described, ...seconds.map((_, index) => first + index)]);
  const contents: (Well & { text: string })[] = [];
  const readCells = new Map([
    [header, new Set(Array.from({ length: first + seconds.length }, (_, at) => at))],
  ]);
  const rows: number[] = [];
  const wells: Well[] = [];
  const values: WellTable["values"] = [];
  let degrees: readonly string[] = [];
  for (let at = header + 1; at < lines.length; at++) {
    const row = lines[at]?.cells ?? [];
    const well = wellOf(row[0] ?? "");
    if (wells.length === 0 && isTemperature(row[0] ?? "")) {
      degrees = row;
      readCells.set(at, positions);
      rows.push(at);
      continue;
    }
    if (well === undefined && wells.length === 0 && at - header <= MAX_LINES_BETWEEN) continue;
    if (well === undefined) break;
    rows.push(at);
    wells.push(well);
    readCells.set(at, positions);
    const text = described.flatMap((column) => valueAt(row, column) ?? []).join(", ");
    if (text !== "") contents.push({ ...well, text });
    seconds.forEach((time, index) => {
      const stated = temperatureAt(degrees, first + index);
      values.push({ ...well, seconds: time, ...stated, value: valueAt(row, first + index) });
    });
  }
  return areWells(wells) ? { header, rows, values, cells: readCells, contents } : undefined;
}

/** Returns the temperature in a cell, if it contains one. */
function temperatureAt(cells: readonly string[], position: number): { temperature?: string } {
  const temperature = valueAt(cells, position);
  return temperature !== null && NUMBER.test(temperature) ? { temperature } : {};
}

function valueAt(cells: readonly string[], position: number): string | null {
  return cells[position]?.trim() || null;
}

/** Tells whether there are several wells, without duplicates. */
export function areWells(wells: readonly Well[]): boolean {
  return wells.length >= MIN_WELLS && areDistinct(wells);
}

export function areDistinct(wells: readonly Well[]): boolean {
  const distinct = new Set(wells.map(({ row, column }) => row * MAX_COLUMN + column));
  return distinct.size === wells.length;
}
