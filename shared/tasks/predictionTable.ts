import type { Column } from "@pdp/basics/columns";
import { joinMutations } from "@pdp/basics/proteins";
import type { PredictedSequences } from "@pdp/science/models";
import { assayColumns, column, warningColumns } from "./designTable.ts";
import type { NewTaskTable } from "./taskRun.ts";

const sequenceColumns = (positions: string): Column[] => [
  column("sequence", "STRING", "The sequence"),
  column(
    "mutations",
    "STRING",
    `Mutations relative to the template, otherwise to the model's reference, such as V39A;D40W; positions ${positions}. Null for a different length`,
    true,
  ),
  column("num_mutations", "INT64", "Their number", true),
  column(
    "distance",
    "INT64",
    "Number of substitutions to the nearest measured variant; 0 if it was measured",
    true,
  ),
  column(
    "extrapolates",
    "BOOL",
    "Whether it is farther from the measured variants than these are from each other, or changes a position that none of them changes",
    true,
  ),
];

/** Converts predictions to table rows, with two columns per assay. `positions` describes how positions are numbered. */
export function predictionTable(
  description: string,
  predicted: PredictedSequences,
  positions: string,
  warning: string | null,
): NewTaskTable {
  const assays = assayColumns(predicted.assayIds);
  return {
    name: "predictions",
    description,
    columns: [
      ...sequenceColumns(positions),
      ...assays.flatMap(({ id, mean, sd }) => [
        column(mean, "FLOAT64", `Predicted value of ${id}`, true),
        column(sd, "FLOAT64", "Standard deviation of that prediction", true),
      ]),
      ...warningColumns(warning),
    ],
    rows: predicted.rows.map(({ sequence, mutations, distance, extrapolates, means, sds }) => ({
      sequence,
      mutations: mutations && joinMutations(mutations),
      num_mutations: mutations?.length ?? null,
      distance,
      extrapolates,
      ...Object.fromEntries(
        assays.flatMap(({ mean, sd }, index) => [
          [mean, finite(means[index])],
          [sd, finite(sds[index])],
        ]),
      ),
      ...(warning !== null && { warning }),
    })),
  };
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
