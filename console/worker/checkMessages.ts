import type { Problems } from "@pdp/basics/wording";
import type { TableConfig } from "#client/importFiles.ts";
import type { MeasuredWells } from "#client/orderList/orderResults.ts";
import type { ProjectReference } from "#client/projectReferences.ts";

/** File to check, with the target table for its rows. */
export interface CheckRequest {
  file: Blob;
  name: string;
  /** Table reference. */
  into: string;
  config: TableConfig;
  /** Project references, for computing sequences from mutations. */
  references?: readonly ProjectReference[];
}

/** Reader export whose wells are read. */
export interface WellsRequest {
  wells: Blob;
  name: string;
}

/** Result of checking all cells in a file. */
export interface CheckedRows {
  /** Number of rows, including those with problems. */
  rows: number;
  /** Number of rows that are not loaded because a sequence cannot be derived from their mutations. */
  omitted: number;
  /** Problems in the service's words; empty if every row can be loaded. */
  problems: Pick<Problems, "groups" | "count">;
  /** Number of rows with problems to skip so that the others can be loaded; 0 if that is not sufficient. */
  badRows: number;
}

/** Worker message: its progress, or the result, which is null if only the service can check the file. */
export type CheckMessage =
  | { type: "progress"; share: number }
  | { type: "checked"; checked: CheckedRows | null }
  | { type: "wells"; table: MeasuredWells }
  | { type: "failed"; message: string };
