import { readFileSync } from "node:fs";

/** File as written by a laboratory, and the result that every client produces from it. */
export interface TableFile {
  name: string;
  /** Text of the file; a workbook has `base64` instead. */
  content?: string;
  base64?: string;
  /** Names and types of the proposed columns, and notations added to them. */
  columns: [name: string, type: string][];
  read?: Record<string, string[]>;
  corrections?: { line: number; column: string; value: string; reason: string }[];
  exclusions?: ({ line: number; reason: string } | { column: string; value: string; reason: string })[];
  /** Table rows in file order. */
  rows: (string | number | null)[][];
  /** Number of rows that the preview proposes to exclude. */
  excluded?: number;
  replicates?: object[];
  batches?: string[];
  /** Proposed sheet. */
  sheet?: string;
}

/** Files with decimal commas, limits, footers, units and similar features, read by the tests of each client. */
export const tableFiles: TableFile[] = JSON.parse(
  readFileSync(new URL("../clients/tableVectors.json", import.meta.url), "utf8"),
);

/** Returns the bytes of a file. */
export function bytesOf({ content, base64 }: TableFile): Buffer {
  return base64 === undefined ? Buffer.from(content ?? "") : Buffer.from(base64, "base64");
}

/** Returns a result value in the form used by the vectors: integers as numbers, and dates as ISO strings. */
export function plainValue(value: unknown, type: string): unknown {
  if (typeof value === "bigint") return Number(value);
  return type === "DATE" && typeof value === "number" ? new Date(value).toISOString().slice(0, 10) : value;
}
