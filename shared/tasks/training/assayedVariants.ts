import type { AssayedVariants } from "@pdp/science/models";
import { alignMutant, residueIndices } from "@pdp/science/sequences";
import type { Assay, Measure } from "#shared/domain/tasks/assay.ts";
import type { Measurements } from "#shared/tasks/measurements.ts";

interface Goals {
  assays: readonly Assay[];
  objective: Measure | null;
  /** Assays without a model. */
  omitted: ReadonlySet<string>;
}

/**
 * Returns the variants without insertions, which a sampler does not know, with values for the objective or, without an
 * objective, for the first assay that has a model; larger is better. Null if the objective has no model.
 */
export function assayedVariants(
  { sequences, values }: Measurements,
  reference: string,
  { assays, objective, omitted }: Goals,
): AssayedVariants | null {
  if (objective !== null && omitted.has(objective.assay_id)) return null;
  const target = residueIndices(reference);
  const index = assays.findIndex(({ assay_id }) =>
    objective === null ? !omitted.has(assay_id) : assay_id === objective.assay_id,
  );
  const sign = objective?.direction === "MINIMIZE" ? -1 : 1;
  const column = values[Math.max(0, index)] ?? new Float64Array();
  const mutants = sequences.map((sequence) => alignMutant(residueIndices(sequence), target));
  const rows = [...mutants.keys()].filter((row) => mutants[row]!.insertions.length === 0);
  return {
    sequences: rows.map((row) => mutants[row]!.residues),
    values: Float64Array.from(rows, (row) => sign * (column[row] ?? Number.NaN)),
  };
}
