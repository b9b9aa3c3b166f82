import type { Column } from "@pdp/basics/columns";
import type { FileFormat, FileOptions } from "@pdp/formats/options";
import type { FilePreview } from "#shared/domain/loads/filePreview.ts";
import type { PreviewDecision } from "#shared/domain/loads/previewDecision.ts";
import type { ProposedKind } from "./proposeKind.ts";

/** Column type as declared in the file; null, with a reason, for a column that cannot be loaded. */
export interface SampleType {
  type: Pick<Column, "type" | "item_type" | "columns"> | null;
  /**
   * Kind of the sequences in a text column, if the format defines it; null if the values are not sequences, even if they look
   * like sequences.
   */
  kind?: ProposedKind | null;
  /** Unit of the values. */
  unit?: string;
  /** True if the format guarantees the type, whatever the sample contains. */
  isFixed?: boolean;
  /** Words that the format uses for missing values. */
  missing?: readonly string[];
  /** Remark about the type, or the reason why there is none; a sentence without a period. */
  reason?: string;
}

/** File to propose columns for. */
export interface PreviewSource {
  path: string;
  /** Name of the file in problem reports. */
  name: string;
  /** True if the bytes at `path` may be only the beginning of a longer file. */
  isCut: boolean;
  /** Requested sheet of a workbook. */
  sheet?: string;
  /** Line of a text file, or row of a sheet, that contains the header. */
  headerRow?: number;
  /** Words that the user specified for missing values. */
  missing?: readonly string[];
}

/** Part of a file used to propose its columns. */
export interface Sample {
  format: FileFormat;
  /** Detected properties of the file. */
  detected: Partial<
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
  /** Options required to read the file. */
  options: FileOptions;
  /** Names of the columns in the file. */
  header: string[];
  /** Names to propose for the columns, if the file has no names. */
  names?: string[];
  /** Cells of each column as text; null where a cell is empty. */
  cells: (string | null)[][];
  rows: number;
  /** Line or row number of each row in the file, if it has one. */
  lines?: number[];
  /** True if no rows were skipped. */
  isWhole: boolean;
  /** True if the user stated the header row. */
  isHeaderStated?: boolean;
  /** Cells of the row directly above the header, if there is one. */
  above?: string[];
  /** Column units from a row below the header. */
  units?: (string | null)[];
  /** Choices between readings of the file. */
  decisions?: PreviewDecision[];
  /** Sentences about unusual contents of the part that was read. */
  warnings?: string[];
  /** Sentences about plate controls and plate position effects. */
  plateNotes?: string[];
  /** Column types, if the file declares them. */
  types?: (SampleType | undefined)[];
  /** Complete rows of a truncated UTF-8 text file, or rows converted from the file, used to check a proposal. */
  text?: Buffer;
  /** True if `text` is CSV text converted from the file. */
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
  decisions: [],
  replicates: [],
  replicates_query: null,
  pairs_query: null,
  config: null,
};

/** Maximum number of cells in a sample. */
export const MAX_SAMPLE_CELLS = 500_000;

/** Error for a file that cannot be previewed; the message is the reason for the problem. */
export class NoSample extends Error {
  override readonly name = "NoSample";
}

/** Transposes rows into columns, with as many columns as the header has names. */
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

/** Returns a sample without some of its rows. */
export function dropRows(sample: Sample, rows: ReadonlySet<number>): Sample {
  const isKept = (_: unknown, row: number): boolean => !rows.has(row);
  return {
    ...sample,
    cells: sample.cells.map((column) => column.filter(isKept)),
    rows: sample.rows - rows.size,
    ...(sample.lines && { lines: sample.lines.filter(isKept) }),
  };
}
