import type { Assay, Measure } from "#shared/domain/tasks/assay.ts";
import type { Measurements } from "#shared/tasks/measurements.ts";

/** Training data of a scorer: measured sequences need not be designed again, and the best are good to start from. */
export interface TrainingSet {
  sequences: string[];
  assays: Assay[];
  /**
   * For each assay, in that order: the sequences with the highest and with the lowest values, the most extreme first.
   */
  extremes: { highest: string[]; lowest: string[] }[];
}

/** Number of values that are kept at each end. */
const STARTS = 200;

export function trainingSet({ sequences, values }: Measurements, assays: Assay[]): TrainingSet {
  const distinct = (rows: number[]): string[] => [...new Set(rows.map((row) => sequences[row] ?? ""))];
  return {
    sequences: [...new Set(sequences)],
    assays,
    extremes: values.map((column) => {
      const rows = [...sequences.keys()].filter((row) => !Number.isNaN(column[row] ?? Number.NaN));
      rows.sort((one, other) => (column[other] ?? 0) - (column[one] ?? 0));
      return { highest: distinct(rows.slice(0, STARTS)), lowest: distinct(rows.slice(-STARTS).reverse()) };
    }),
  };
}

/** Returns the measured sequences closest to the objective, the best first; none of an assay that was not trained. */
export function bestMeasured(
  { assays, extremes }: TrainingSet,
  { assay_id, direction }: Measure,
): readonly string[] {
  const found = extremes[assays.findIndex((assay) => assay.assay_id === assay_id)];
  return (direction === "MAXIMIZE" ? found?.highest : found?.lowest) ?? [];
}
