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
  rows: number;
  /** Problems in the service's words; empty if the file can be loaded. */
  sentences: string[];
}

/** Message of the worker: how far it is, or the result, which is null for what the service alone can check. */
export type CheckMessage =
  | { type: "progress"; share: number }
  | { type: "checked"; checked: CheckedRows | null }
  | { type: "failed"; message: string };
