import type { ChainLayout } from "@pdp/basics/proteins";
import type { Rows } from "../readRows.ts";

/** Rows with a column `sequence`. */
export interface SequencedRows extends Rows {
  /** Number of unused rows: those without a sequence because of a stop or a frameshift, or without one of the chains. */
  omitted?: number;
  /** Chains of the sequences; one if absent. */
  layout?: ChainLayout;
}

/** Keeps the given rows, and gives each its sequence in a column `sequence`. */
export function keepRows(rows: Rows, kept: readonly number[], sequences: (string | null)[]): SequencedRows {
  const others = Object.entries(rows.columns)
    .filter(([key]) => key.toLowerCase() !== "sequence")
    .map(([key, column]) => [key, kept.map((row) => column[row])]);
  return {
    ...rows,
    count: kept.length,
    columns: { ...Object.fromEntries(others), sequence: sequences },
    omitted: rows.count - kept.length,
  };
}
