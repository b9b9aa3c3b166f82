import type { ChainLayout } from "#shared/basics/proteins/chains.ts";
import type { Rows } from "../readRows.ts";

/** Rows with a column `sequence`. */
export interface SequencedRows extends Rows {
  /** Number of unused rows: those without a sequence because of a stop or a frameshift, or without one of the chains. */
  omitted?: number;
  /** Chains of the sequences; one if absent. */
  layout?: ChainLayout;
}
