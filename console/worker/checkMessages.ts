import type { TableConfig } from "#client/importFiles.ts";
import type { ProjectReference } from "#client/projectReferences.ts";
import type { Problems } from "#shared/domain/problem.ts";

/** File to check, with the target table of its rows. */
export interface CheckRequest {
  file: Blob;
  name: string;
  /** Reference of the table. */
  into: string;
  config: TableConfig;
  /** References of the project, for computing sequences from mutations. */
  references?: readonly ProjectReference[];
}

/** Result of the check of all cells of a file. */
export interface CheckedRows {
  /** Number of rows, those with problems included. */
  rows: number;
  /** Number of rows that are not loaded, because their mutations leave no sequence. */
  omitted: number;
  /** Problems in the service's words; none if every row can be loaded. */
  problems: Pick<Problems, "groups" | "count">;
  /** Number of rows with problems, without which the others can be loaded; 0 if that is not sufficient. */
  badRows: number;
}

/** Message of the worker: its progress, or the result, which is null if only the service can check the file. */
export type CheckMessage =
  | { type: "progress"; share: number }
  | { type: "checked"; checked: CheckedRows | null }
  | { type: "failed"; message: string };
