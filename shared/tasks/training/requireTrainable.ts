import { DataProblem } from "@pdp/basics/errors";
import { MIN_VARIANTS } from "@pdp/science/models";
import type { StatedAssay } from "#shared/domain/tasks/assay.ts";
import type { Measurements } from "#shared/tasks/measurements.ts";

/**
 * Throws a `DataProblem` unless a model can learn at least one of the assays. The report names the assays that cannot be
 * learned.
 */
export function requireTrainable(data: Measurements, assays: readonly StatedAssay[]): void {
  const problems = assays.map((assay, index) => trainingProblem(data, assay, index));
  const stated = problems.filter((problem) => problem !== null);
  if (stated.length > 0 && stated.length === problems.length) throw new DataProblem(...stated);
}

/** Returns a sentence that explains why no model can learn an assay; null if a model can. */
function trainingProblem(
  { sequences, values }: Measurements,
  { assay_id }: StatedAssay,
  index: number,
): string | null {
  const column = values[index] ?? new Float64Array();
  const measured = column.filter((value) => !Number.isNaN(value));
  const distinct = new Set(sequences.filter((_, row) => !Number.isNaN(column[row] ?? Number.NaN)));
  if (distinct.size < MIN_VARIANTS) {
    return `The assay "${assay_id}" has values for ${distinct.size} distinct sequences; training requires at least ${MIN_VARIANTS}.`;
  }
  if (measured.some((value) => value !== measured[0])) return null;
  return `The assay "${assay_id}" has the same value, ${measured[0]}, in every row: nothing can be learned from it.`;
}
