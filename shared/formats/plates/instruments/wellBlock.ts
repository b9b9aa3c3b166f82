import type { TimedValue } from "../wellTables.ts";

/** Values of wells in a part of an instrument's export. */
export interface WellBlock {
  /** Index of its first line. */
  header: number;
  /** Indices of its other lines. */
  rows: readonly number[];
  /** Name of the plate, if it is not in the title. */
  plate?: string;
  /** Name of the read. */
  label: string;
  values: (Omit<TimedValue, "seconds"> & { seconds?: number })[];
  /** Cells of the block by line. */
  cells: ReadonlyMap<number, ReadonlySet<number>>;
  /** Sample names of wells. */
  contents?: { row: number; column: number; text: string }[];
}

/** Reader for the exports of one instrument. */
export interface InstrumentReader {
  /** Tells whether lines come from this instrument, by their first line. */
  recognize: (text: string) => boolean;
  /** Finds the blocks that are neither grids nor tables with a column of times. */
  blocks: (lines: readonly BlockLine[]) => WellBlock[];
  /** Shortens the title of a table. */
  title?: (words: string) => string;
  /** Returns the label that applies to the blocks below each line that sets one; absent if titles are labels. */
  labels?: (lines: readonly BlockLine[]) => Map<number, string>;
  /** True if labels are added to titles instead of replacing them. */
  labelsFollowTitles?: true;
}

export interface BlockLine {
  line: number;
  cells: readonly string[];
}

/** Indices of the cells of a line that are not empty. */
export function filledCells({ cells }: BlockLine): number[] {
  return cells.flatMap((cell, at) => (cell.trim() === "" ? [] : [at]));
}

export function textAt(line: BlockLine | undefined, at: number): string {
  return line?.cells[at]?.trim() ?? "";
}
