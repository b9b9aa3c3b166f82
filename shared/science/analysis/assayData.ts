import type { Numbering } from "@pdp/basics/proteins";
import type { Assay } from "../assay.ts";

/** Largest absolute value that counts as measured; squares of larger numbers overflow. */
export const MAX_VALUE = 1e100;

/** Sequence that is familiar to the reader; its values are marked in the distributions. */
export interface Control {
  sequence: string;
  name?: string;
}

/** Data set to analyze: one sequence and one value per assay in each row. Replicates are separate rows. */
export interface AssayData {
  reference: string;
  /** Residue numbers of the reference; residues are numbered from 1 if absent. */
  numbering?: Numbering;
  sequences: readonly string[];
  assays: readonly Assay[];
  /** One value per row, for each assay; NaN if missing. Values beyond `MAX_VALUE` count as missing. */
  values: readonly Float64Array[];
  /** Batch of each row; an empty string if unknown. */
  batches?: readonly string[];
  /** Batch of each row in assays of ranks, if it differs: ranks are compared within batches. */
  rankBatches?: readonly string[];
  /**
   * For each assay and row, 0 if the value is exact; any other number means that it is a limit. Null or absent if all values
   * are exact.
   */
  sides?: readonly (Int8Array | null)[];
  controls?: readonly Control[];
}

/** Returns the batch of each row in an assay; undefined if the batches are unknown. */
export function batchesOfAssay(
  { assays, batches, rankBatches }: Pick<AssayData, "assays" | "batches" | "rankBatches">,
  index: number,
): readonly string[] | undefined {
  return assays[index]?.scale_type === "RANK" ? (rankBatches ?? batches) : batches;
}

export function checkAssayData({ sequences, assays, values, batches }: AssayData): void {
  if (values.length !== assays.length) {
    throw new RangeError(`There are ${assays.length} assays, but values of ${values.length}.`);
  }
  for (const [index, column] of [...values, ...(batches ? [batches] : [])].entries()) {
    if (column.length !== sequences.length) {
      throw new RangeError(`Column ${index} has ${column.length} rows, the sequences ${sequences.length}.`);
    }
  }
}
