import type { FileFormat } from "#shared/domain/loads/load.ts";

/** Uploaded file at a local path. */
export interface Source {
  path: string;
  format: FileFormat;
  /** Name of the file in errors. */
  name: string;
}

/** Maximum size of one row in every text format, in bytes; a row is in memory as a whole. */
export const MAX_ROW_BYTES = 2_000_000;
