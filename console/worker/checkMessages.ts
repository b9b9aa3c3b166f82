import type { TableConfig } from "#client/importFiles.ts";

/** File that is to be checked, with the table that its rows should go to. */
export interface CheckRequest {
  file: Blob;
  name: string;
  /** Reference of the table. */
  into: string;
  config: TableConfig;
  /** True to get the file without its rows that have problems, rather than the sentences about them. */
  leaveOut?: boolean;
}

/** Result of the check of all cells of a file. */
export interface CheckedRows {
  rows: number;
  /** Problems in the service's words; empty if the file can be loaded. */
  sentences: string[];
  /** Number of rows with problems, without which the others can be loaded; 0 if that would not do. */
  badRows: number;
}

/** File of which rows were left out. */
export interface ShortenedFile {
  /** The file with empty lines in their place, so that the lines of all others stay the same. */
  file: Blob;
  /** What the file has above its first row: its header, and lines above it. */
  head: Blob;
  /** The rows that were left out. */
  rows: Blob;
  /** Number of rows that were left out. */
  count: number;
}

/** Message of the worker: how far it is, or the result, which is null for what the service alone can check. */
export type CheckMessage =
  | { type: "progress"; share: number }
  | { type: "checked"; checked: CheckedRows | null }
  | { type: "shortened"; shortened: ShortenedFile | null }
  | { type: "failed"; message: string };
