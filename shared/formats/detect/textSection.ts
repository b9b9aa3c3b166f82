import type { Delimiter } from "./detectLayout.ts";

/** One of several tables in a text, as instruments write them: below a line with its name, or above the first name. */
export interface TextSection {
  name: string;
  /** True for the table above the first name. */
  isAbove: boolean;
  /** Line of its header, from 1. */
  headerRow: number;
  /** What separates the cells of its header. */
  delimiter: Delimiter;
  /** Number of cells of its header. */
  width: number;
  /** Number of its rows in the text. */
  rows: number;
  /** Line of its last row; undefined if it reaches to the end of the text. */
  lastRow: number | undefined;
  /** Number of lines below its last row that belong to no section. */
  linesBelow: number;
}
