import type { FileFormat } from "#shared/domain/loads/load.ts";

/** Part of a file by which its columns are proposed. */
export interface Sample {
  format: FileFormat;
  compression: "GZIP" | "ZIP" | null;
  encoding: string | null;
  layout: SampleLayout;
  sheets: { name: string; hidden: boolean; chosen: boolean }[];
  /** Names of the columns in the file. */
  header: string[];
  /** Cells of each column as texts; null where a cell is empty. */
  cells: (string | null)[][];
  rows: number;
  /** True if no row of the file was left out. */
  isWhole: boolean;
}

/** How the cells of a file are arranged; null where a format has no such thing. */
export interface SampleLayout {
  delimiter: string | null;
  decimal: string | null;
  /** Line or row of the header. */
  headerRow: number | null;
  /** Name of the sheet, if one has to be chosen. */
  sheet: string | null;
}

export const NO_LAYOUT: SampleLayout = { delimiter: null, decimal: null, headerRow: null, sheet: null };

/** Error of a file that cannot be previewed; the message is the reason of a problem. */
export class NoSample extends Error {
  override readonly name = "NoSample";
}

/** Maximum number of cells of a sample. */
export const MAX_SAMPLE_CELLS = 1_000_000;
