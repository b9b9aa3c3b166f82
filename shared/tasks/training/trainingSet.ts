import type { Assay, Measure } from "#shared/domain/tasks/assay.ts";
import type { Measurements } from "#shared/tasks/measurements.ts";

/** Training data of a scorer. Measured sequences do not need to be designed again, and the best ones are good starting points. */
export interface TrainingSet {
  sequences: string[];
  assays: Assay[];
  /**
   * For each assay, in the same order: the sequences with the highest and the lowest values, most extreme first.
   */
  extremes: { highest: string[]; lowest: string[] }[];
  /** For each assay, in the same order: indices of the sequences without a value for it. Absent in earlier artifacts. */
  unmeasured?: number[][];
}

/** Number of sequences kept at each end. */
const SHOWN_STARTS = 200;

export function trainingSet({ sequences, values }: Measurements, assays: Assay[]): TrainingSet {
  const distinct = (rows: number[]): string[] => [...new Set(rows.map((row) => sequences[row] ?? ""))];
  const all = [...new Set(sequences)];
  return {
    sequences: all,
    assays,
    extremes: values.map((column) => {
      const rows = [...sequences.keys()].filter((row) => !Number.isNaN(column[row] ?? Number.NaN));
      rows.sort((a, b) => (column[b] ?? 0) - (column[a] ?? 0));
      return {
        highest: distinct(rows.slice(0, SHOWN_STARTS)),
        lowest: distinct(rows.slice(-SHOWN_STARTS).reverse()),
      };
    }),
    unmeasured: values.map((column) => {
      const measured = new Set(sequences.filter((_, row) => !Number.isNaN(column[row] ?? Number.NaN)));
      return [...all.keys()].filter((index) => !measured.has(all[index] ?? ""));
    }),
  };
}

/** Returns the sequences with a value for an assay. Returns all sequences for an earlier artifact that does not record this. */
export function measuredSequences({ sequences, assays, unmeasured }: TrainingSet, id: string): string[] {
  const without = new Set(unmeasured?.[assays.findIndex(({ assay_id }) => assay_id === id)]);
  return sequences.filter((_, index) => !without.has(index));
}

/** Returns the sequences with a value for at least one assay. */
export function measuredOfAny(training: TrainingSet): string[] {
  const measured = new Set(training.assays.flatMap(({ assay_id }) => measuredSequences(training, assay_id)));
  return training.sequences.filter((sequence) => measured.has(sequence));
}

/** Returns the measured sequences closest to the objective, best first; empty for an assay that was not trained. */
export function bestMeasured(
  { assays, extremes }: TrainingSet,
  { assay_id, direction }: Measure,
): readonly string[] {
  const extreme = extremes[assays.findIndex((assay) => assay.assay_id === assay_id)];
  return (direction === "MAXIMIZE" ? extreme?.highest : extreme?.lowest) ?? [];
}
