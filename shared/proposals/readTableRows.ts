import type { TextLayout } from "@pdp/formats/layouts";
import { CsvRecords, headLines, LineSkipper, widthOf } from "@pdp/formats/text";

import { SampleColumns } from "./sample.ts";

type Row = { line: number; cells: string[] };

/** First rows of a table in a text. */
export interface TableRows {
  header: string[];
  columns: SampleColumns;
  /** End offset of the last row, in bytes. */
  end: number;
  /** Cells of the line above the header, if there is one. */
  above: string[] | undefined;
  /** True if rows have fewer cells than the header, or further empty cells. */
  areUneven: boolean;
  /** True if rows only differ from the header by empty cells at the end. */
  areTrailing: boolean;
  /** Number of rows with fewer cells than the header. */
  shortRows: number;
  /** For a table without names: the line of its first row, and the number of lines with titles above it. */
  first?: number;
  titles?: number;
  /** Returns the cells of the header and of the first rows. */
  withHeader(rows: number): string[][];
  /** Also reads the header and the rows directly above it as rows, with `width` columns. Defaults to the number that a load reads. */
  asRows(width?: number): TableRows & { first: number; titles: number };
}

/** Minimum share of the usual number of cells in a row above the presumed header for it to be a row of the same table. */
const MIN_SHARE = 0.5;

/** Reads the rows below the header. */
export function readTableRows(
  bytes: Buffer,
  isWhole: boolean,
  { delimiter, headerRow, header }: Pick<TextLayout, "delimiter" | "headerRow" | "header">,
  hasEscapes: boolean,
  lastRow = Number.POSITIVE_INFINITY,
  hasNames = true,
): TableRows {
  const records = new CsvRecords(delimiter, 1, undefined, hasEscapes);
  const rows: Row[] = [];
  const before: Row[] = [];
  const cellsOf = (maxCells = records.count) =>
    Array.from({ length: Math.min(records.count, maxCells) }, (_, cell) => records.text(cell));
  let [end, hasHeader, cells] = [0, false, 0];
  let above: string[] | undefined;
  let widest = header.length;
  let [areShort, areTrailing, shortRows] = [false, true, 0];
  const columns = new SampleColumns(header.length);
  records.push(bytes, isWhole);
  while (!columns.isFull && records.next()) {
    if (records.fault?.isFatal || records.line > lastRow) break;
    const { count } = records;
    if (count > 0) end = (records.ends[count - 1] as number) + (records.quoted(count - 1) ? 1 : 0);
    hasHeader ||= !hasNames && records.line >= headerRow;
    if (!hasHeader) {
      hasHeader = records.line >= headerRow;
      if (records.line === headerRow - 1) above = cellsOf(header.length + 1);
      if (!records.isEmpty()) before.push({ line: records.line, cells: cellsOf() });
    } else if (records.fault === undefined && !records.isEmpty()) {
      const isLonger = count > header.length;
      const isEmptyBeyond = isLonger && records.isEmptyFrom(header.length);
      if (count > 1 && (count < header.length || isEmptyBeyond)) areShort = true;
      if (count > 1 && count < header.length) shortRows++;
      if (count < header.length && header.slice(count).some((name) => name.trim() !== ""))
        areTrailing = false;
      if (isLonger && !isEmptyBeyond) areTrailing = false;
      widest = Math.max(widest, count);
      if (rows.length < MAX_KEPT && cells < MAX_KEPT_CELLS)
        rows.push({ line: records.line, cells: cellsOf() });
      cells += count;
      columns.add(cellsOf(header.length), records.line);
    }
  }
  const table = {
    columns,
    end,
    above,
    areUneven: areShort,
    areTrailing: areShort && areTrailing,
    shortRows,
    header,
  };
  return {
    ...table,
    withHeader: (maxRows) => [header, ...rows.slice(0, maxRows).map((row) => row.cells)],
    asRows: (stated) => {
      const upper = rowsOfTable(before, widest);
      const first = upper[0]?.line ?? headerRow;
      const rest = new LineSkipper(first - 1).take(bytes);
      const width = stated ?? widthOf(headLines(rest, isWhole), delimiter);
      const layout = { delimiter, headerRow: first, header: Array.from({ length: width }, () => "") };
      const all = readTableRows(bytes, isWhole, layout, hasEscapes, lastRow, false);
      return { ...all, areTrailing: all.areUneven, first, titles: before.length - upper.length };
    },
  };
}

const MAX_KEPT = 50;
const MAX_KEPT_CELLS = 50_000;

/** Returns the rows at the end of the lines above a table, up to the titles. */
function rowsOfTable(lines: readonly Row[], width: number): readonly Row[] {
  const isRow = ({ cells }: Row) => {
    const filled = cells.filter((cell) => cell.trim() !== "").length;
    return filled > 1 && filled >= MIN_SHARE * width;
  };
  const last = lines.findLastIndex((row, at) => at < lines.length - 1 && !isRow(row));
  return lines.slice(last + 1);
}
