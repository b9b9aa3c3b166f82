import type { Sampler, Scorer } from "@pdp/science/models";
import { residueIndices, residueLetters } from "@pdp/science/sequences";
import type { Assay } from "#shared/domain/tasks/assay.ts";
import { assayColumns, column } from "../designTable.ts";
import type { Measurements } from "../measurements.ts";
import { indicesOfLength } from "../models.ts";
import type { NewTaskTable } from "../taskRun.ts";

/** Returns the measured means of the trained sequences with their predictions. */
export function predictionData(
  { sequences, values }: Measurements,
  assays: readonly Pick<Assay, "assay_id">[],
  scorer: Scorer | null,
): NewTaskTable {
  const rowsOf = Map.groupBy(sequences.keys(), (row) => sequences[row] as string);
  const distinct = [...rowsOf.keys()];
  const names = assayColumns(assays.map(({ assay_id }) => assay_id));
  const rows: Record<string, unknown>[] = distinct.map((sequence) => ({ sequence }));
  const columns = [column("sequence", "STRING", "The sequence")];
  const usedNames = new Set(["sequence", ...names.flatMap(({ mean, sd }) => [mean, sd])].map(lowerCase));
  for (const [index, { id, mean, sd }] of names.entries()) {
    let measured = mean.replace(/_mean$/, "");
    while (usedNames.has(lowerCase(measured))) measured += "_measured";
    usedNames.add(lowerCase(measured));
    columns.push(
      column(measured, "FLOAT64", `Measured mean of ${id}`, true),
      column(mean, "FLOAT64", `Predicted value of ${id}`, true),
      column(sd, "FLOAT64", "Standard deviation of that prediction", true),
    );
    const predictor = scorer?.get(id);
    const fitting = [...distinct.keys()].filter((at) => predictor?.fits(distinct[at] as string));
    const predicted = predictor?.predict(fitting.map((at) => distinct[at] as string));
    for (const [at, row] of rows.entries()) {
      const all = (rowsOf.get(distinct[at] as string) ?? []).map((row) => values[index]?.[row]);
      Object.assign(row, { [measured]: meanOf(all), [mean]: null, [sd]: null });
    }
    for (const [row, at] of fitting.entries())
      Object.assign(rows[at] as object, { [mean]: predicted?.mean[row], [sd]: predicted?.sd[row] });
  }
  return { name: "prediction_data", description: "Predictions for the trained sequences", columns, rows };
}

/** Returns the plausibility of each trained sequence under the sampler, relative to its reference. */
export function generatorPredictions(sequences: readonly string[], sampler: Sampler): NewTaskTable {
  const distinct = [...new Set(sequences)].filter(
    (sequence) => indicesOfLength([sequence], residueLetters(sampler.reference)).length > 0,
  );
  return {
    name: "generator_prediction_data",
    description: "Plausibility of the trained sequences",
    columns: [
      column("sequence", "STRING", "The sequence"),
      column("log_likelihood", "FLOAT64", "Plausibility under the sampler; natural logarithm"),
    ],
    rows: distinct.map((sequence) => ({
      sequence,
      log_likelihood: sampler.logDensity(residueIndices(sequence)),
    })),
  };
}

const lowerCase = (name: string) => name.toLowerCase();

function meanOf(values: readonly (number | undefined)[]): number | null {
  const known = values.filter((value): value is number => value !== undefined && !Number.isNaN(value));
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
