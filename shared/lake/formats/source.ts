import type { FileFormat } from "#shared/domain/loads/load.ts";
import type { Problem } from "#shared/domain/problem.ts";

/** Uploaded file at a local path. */
export interface Source {
  path: string;
  format: FileFormat;
  /** Name of the file in errors. */
  name: string;
  reading?: ReadOptions;
  /** Receives every problem of the file, while its report keeps the first ones only. */
  log?: { add: (problem: Problem) => void };
}

/** How a file is read, as its table's config in the load says. */
export interface ReadOptions {
  /** Line or row of the header, from 1; what is above it is skipped. */
  header_row?: number | undefined;
  /** Sheet of a workbook by its name or its number from 1; undefined: the only one with cells. */
  sheet?: string | number | undefined;
  /** Merged cells are an error, all get the value of the first one, or only the first one has it. REFUSE unless stated. */
  merged_cells?: "REFUSE" | "FILL" | "FIRST" | undefined;
  /** Times finer than a microsecond are an error, or rounded. EXACT unless stated. */
  times?: "EXACT" | "ROUND" | undefined;
}

/** Maximum size of one row in every text format, in bytes; a row is in memory as a whole. */
export const MAX_ROW_BYTES = 2_000_000;
