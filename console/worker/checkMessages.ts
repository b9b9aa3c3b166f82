import type { TableConfig } from "#client/importFiles.ts";

/** File that is to be checked, with the table that its rows should go to. */
export interface CheckRequest {
  file: Blob;
  name: string;
  /** Reference of the table. */
  into: string;
  config: TableConfig;
}

/** Result of the check of all cells of a file. */
export interface CheckedRows {
  /** Number of rows, those with problems included. */
  rows: number;
  /** Problems in the service's words; empty if every row can be loaded. */
  sentences: string[];
  /** Number of rows with problems, without which the others can be loaded; 0 if that would not do. */
  badRows: number;
}

/** Message of the worker: how far it is, or the result, which is null for what the service alone can check. */
export type CheckMessage =
  | { type: "progress"; share: number }
  | { type: "checked"; checked: CheckedRows | null }
  | { type: "failed"; message: string };
