import type { NewTask } from "./newTask.ts";
import { quoteName, quoteReference } from "./sqlNames.ts";

/** How values of an assay compare: as ratios, as differences, or by their order alone. */
export type Scale = "MULTIPLICATIVE" | "ADDITIVE" | "RANK";

export interface TrainedAssay {
  /** Column of the assay's values. */
  column: string;
  unit?: string | null;
  scale: Scale;
  /** Column that says which values are limits: `<column>_limit`; none if absent. */
  limit?: string | null;
}

export interface TrainOptions {
  project: string;
  table: string;
  /** Version of the table that is read; the latest if absent. */
  version?: string | null;
  sequenceColumn: string;
  /** Protein that variants are compared with. */
  reference: string;
  assays: readonly TrainedAssay[];
  /** Column that says in which batch or on which plate a row was measured; none if absent. */
  batch?: string | null;
  name?: string | null;
}

/**
 * Returns the query that reads the rows of a training, those with a sequence: `sequence`, a column for each assay and its limits, and
 * `batch_id`.
 */
export function trainQuery({
  table,
  version,
  sequenceColumn,
  assays,
  batch = null,
}: Omit<TrainOptions, "project" | "reference">) {
  const columns = [
    `${quoteName(sequenceColumn)} AS sequence`,
    ...assays.flatMap(({ column, limit }) => [column, ...(limit ? [limit] : [])].map(quoteName)),
    ...(batch === null ? [] : [`CAST(${quoteName(batch)} AS varchar) AS batch_id`]),
  ];
  const asOf = version ? ` FOR VERSION AS OF ${version}` : "";
  return `SELECT ${columns.join(", ")} FROM ${quoteReference(table)}${asOf} WHERE ${quoteName(sequenceColumn)} IS NOT NULL`;
}

/** Composes the request that trains models of assays from a table; one that analyses them has the same fields. */
export function trainRequest(options: TrainOptions): NewTask<"createTrain"> & NewTask<"createAnalyzeDataV2"> {
  const { project, reference, assays, name } = options;
  return {
    context: { kind: "PROJECT", project_id: project },
    ...(name && { display_name: name }),
    parameters: {
      dataset: { kind: "QUERY", query: trainQuery(options) },
      reference: { monomer: reference },
      assays: assays.map(({ column, unit, scale }) => ({
        assay_id: column,
        scale_type: scale,
        ...(unit && { unit }),
      })),
    },
  };
}
