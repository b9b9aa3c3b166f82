import type { Column } from "#shared/domain/column.ts";
import type { FileOptions } from "#shared/domain/loads/fileOptions.ts";
import type { FilePreview } from "#shared/domain/loads/filePreview.ts";
import type { FileFormat } from "#shared/domain/loads/load.ts";
import type { ProposedKind } from "./proposeKind.ts";

/** Type of a column as its file states it: null for one that cannot be loaded, for a reason. */
export interface SampleType {
  type: Pick<Column, "type" | "item_type" | "columns"> | null;
  /** Sequences of a column of texts, if the format tells; null if its texts are none, even if they look like some. */
  kind?: ProposedKind | null;
  /** What to know about the type, or why there is none; a sentence without a full stop. */
  reason?: string;
}

/** File for which columns are proposed. */
export interface PreviewSource {
  path: string;
  /** Name of the file in problems. */
  name: string;
  /** True if the bytes at `path` may be the first ones of a longer file. */
  isCut: boolean;
  /** Name of a workbook's sheet that is wanted. */
  sheet?: string;
  /** Line of a text, or row of a sheet, that is the header. */
  headerRow?: number;
}

/** Part of a file by which its columns are proposed. */
export interface Sample {
  format: FileFormat;
  /** Properties of the file that were recognized. */
  found: Partial<
    Pick<
      FilePreview,
      | "compression"
      | "encoding"
      | "delimiter"
      | "decimal"
      | "header_row"
      | "sheets"
      | "sections"
      | "instrument"
    >
  >;
  /** Options that the file needs to be read. */
  options: FileOptions;
  /** Names of the columns in the file. */
  header: string[];
  /** Cells of each column as texts; null where a cell is empty. */
  cells: (string | null)[][];
  rows: number;
  /** Line or row number in the file of each row, if it has one. */
  lines?: number[];
  /** True if no row was skipped. */
  isWhole: boolean;
  /** Cells of the row directly above the header, if there is one. */
  above?: string[];
  /** Units of the columns, as a row below the header states them. */
  units?: (string | null)[];
  /** Sentences about what was read and is seldom meant. */
  warnings?: string[];
  /** Sentences about the controls and positions of plates. */
  plateNotes?: string[];
  /** Types of the columns, if the file states them. */
  types?: (SampleType | undefined)[];
  /** Complete rows of a text in UTF-8 that is not whole, by which a proposal is checked. */
  text?: Buffer;
  /** True if `text` is CSV text that the file was converted to. */
  isConverted?: boolean;
}

/** Preview of a file that cannot be read. */
export const NOTHING_FOUND: FilePreview = {
  format: null,
  compression: null,
  encoding: null,
  delimiter: null,
  decimal: null,
  header_row: null,
  sheets: [],
  sections: [],
  instrument: null,
  columns: [],
  missing_values: [],
  rows: [],
  rows_read: 0,
  is_whole: false,
  problems: [],
  problem_groups: [],
  warnings: [],
  replicates: [],
  replicates_query: null,
  config: null,
};

/** Maximum number of cells of a sample. */
export const MAX_SAMPLE_CELLS = 500_000;

/** Error of a file that cannot be previewed; the message is the reason of a problem. */
export class NoSample extends Error {
  override readonly name = "NoSample";
}

/** Turns rows into columns with as many cells as the header has names. */
export class SampleColumns {
  readonly cells: (string | null)[][];
  readonly lines: number[] = [];
  rows = 0;

  constructor(width: number) {
    this.cells = Array.from({ length: width }, () => []);
  }

  get isFull(): boolean {
    return this.rows * this.cells.length >= MAX_SAMPLE_CELLS;
  }

  add(row: readonly (string | null)[], line = 0): void {
    this.lines.push(line);
    for (const [index, column] of this.cells.entries()) {
      const cell = row[index] ?? null;
      column.push(cell === null || cell.trim() === "" ? null : cell);
    }
    this.rows++;
  }
}
