import type { Assay } from "#shared/domain/tasks/taskParameters.ts";

/** Nothing that is measured is larger, and squares of larger numbers are beyond what numbers can hold. */
export const MAX_VALUE = 1e100;

/** A sequence whose values the reader knows, marked in the distributions. */
export interface Control {
  sequence: string;
  name?: string;
}

/** A data set as an analysis takes it: row for row a sequence and one value for each assay. Replicates are rows. */
export interface AssayData {
  reference: string;
  sequences: readonly string[];
  assays: readonly Assay[];
  /** For each assay one value a row; NaN where it is missing. What is beyond `MAX_VALUE` counts as missing. */
  values: readonly Float64Array[];
  /** The batch of each row; an empty string where it is not known. */
  batches?: readonly string[];
  controls?: readonly Control[];
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
