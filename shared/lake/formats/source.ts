export type SourceFormat = "CSV" | "TSV" | "XLSX" | "PARQUET" | "NDJSON";

/** An uploaded file, as a local path. */
export interface Source {
  path: string;
  format: SourceFormat;
  /** What errors call the file. */
  name: string;
}

/** Bytes of one row of text, the limit of every text format: a row is held in memory as a whole. */
export const MAX_ROW_BYTES = 2_000_000;
