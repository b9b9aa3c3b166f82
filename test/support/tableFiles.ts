import { readFileSync } from "node:fs";

/** File as a laboratory writes it, and what every client makes of it. */
export interface TableFile {
  name: string;
  /** Text of the file; a workbook has `base64` instead. */
  content?: string;
  base64?: string;
  /** Names and types of the columns that are proposed, and notations that are added to them. */
  columns: [name: string, type: string][];
  read?: Record<string, string[]>;
  corrections?: { line: number; column: string; value: string; reason: string }[];
  exclusions?: ({ line: number; reason: string } | { column: string; value: string; reason: string })[];
  /** Rows of the table in the order of the file. */
  rows: (string | number | null)[][];
  /** Number of rows that the preview proposes to exclude. */
  excluded?: number;
  replicates?: object[];
  batches?: string[];
  /** Sheet that is proposed. */
  sheet?: string;
}

/** Files with decimal commas, limits, footers, units and the like, which the tests of each client read. */
export const tableFiles: TableFile[] = JSON.parse(
  readFileSync(new URL("../clients/tableVectors.json", import.meta.url), "utf8"),
);

/** Returns the bytes of a file. */
export function bytesOf({ content, base64 }: TableFile): Buffer {
  return base64 === undefined ? Buffer.from(content ?? "") : Buffer.from(base64, "base64");
}

/** Returns a value of a result as the vectors have it: numbers for whole ones, and days for dates in milliseconds. */
export function plainValue(value: unknown, type: string): unknown {
  if (typeof value === "bigint") return Number(value);
  return type === "DATE" && typeof value === "number" ? new Date(value).toISOString().slice(0, 10) : value;
}
