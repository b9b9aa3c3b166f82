import type { Delimiter } from "./detectLayout.ts";

/** One of several tables in a text file, as written by instruments: below a line with its name, or above the first name. */
export interface TextSection {
  name: string;
  /** True if the file does not name it, so that its name only states where it starts. */
  isUnnamed?: boolean;
  /** True for the table above the first name. */
  isAbove: boolean;
  /** Line number of its header, counted from 1. */
  headerRow: number;
  /** Delimiter of the header cells. */
  delimiter: Delimiter;
  /** Number of header cells. */
  width: number;
  /** Number of its rows in the text. */
  rows: number;
  /** Line number of its last row; undefined if it extends to the end of the text. */
  lastRow: number | undefined;
  /** Number of lines below its last row that do not belong to any section. */
  linesBelow: number;
}
