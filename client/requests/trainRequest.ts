import { assemblyOf, type NumberingStated } from "@pdp/basics/proteins";
import type { MutationColumns } from "@pdp/formats/proteins";
import type { NewTask } from "./newTask.ts";
import { hasProteinSql, type ProteinColumns } from "./proteinColumns.ts";
import { quoteName, quoteReference } from "./sqlNames.ts";

/** How the values of an assay are compared: as ratios, as differences, or by order. */
export type Scale = "MULTIPLICATIVE" | "ADDITIVE" | "RANK";

export interface TrainedAssay {
  /** Column with the assay values. */
  column: string;
  unit?: string | null;
  /** Null to use the scale of the project's latest model or, without one, a scale chosen from the data. */
  scale: Scale | null;
  /** Column that specifies whether a value is an upper or a lower limit, `<column>_limit`; none if absent. */
  limit?: string | null;
}

/** Columns with mutations relative to the training reference. */
export type TrainedMutations = Exclude<MutationColumns, { matrix: string }>;

export interface TrainOptions {
  project: string;
  /** Project round that the task belongs to; none if absent. */
  round?: string | null;
  table: string;
  /** Table version to read; defaults to the latest. */
  version?: string | null;
  /** Column with the sequences, or those of both chains; null if `mutations` define the sequences. */
  sequenceColumn: ProteinColumns | null;
  mutations?: TrainedMutations | null;
  /** Protein with which variants are compared. */
  reference: string;
  /** Residue numbering of the protein; defaults to numbering from 1. */
  numbering?: NumberingStated | null;
  assays: readonly TrainedAssay[];
  /** Column with the batch or plate of each row; none if absent. */
  batch?: string | null;
  /** True if the rows have loads, and thus rounds: those of a table have, those of a view do not. */
  hasLoads?: boolean;
  name?: string | null;
}

/** Hidden column of tables with the load of each row. */
const LOAD = '"$load_id"';

/**
 * Returns the query that reads the rows of a training run that have a sequence: `sequence`, or `vh` and `vl`, a column for each assay and its
 * limits, `batch_id`, and the load, which tells the round.
 */
export function trainQuery({
  table,
  version,
  sequenceColumn,
  assays,
  batch = null,
  hasLoads = false,
}: Omit<TrainOptions, "project" | "reference" | "sequenceColumn"> & { sequenceColumn: ProteinColumns }) {
  const columns = [
    ...proteinColumns(sequenceColumn),
    ...assays.flatMap(({ column, limit }) => [column, ...(limit ? [limit] : [])].map(quoteName)),
    ...(batch === null ? [] : [`CAST(${quoteName(batch)} AS varchar) AS batch_id`]),
    ...(hasLoads ? [LOAD] : []),
  ];
  const asOf = version ? ` FOR VERSION AS OF ${version}` : "";
  return `SELECT ${columns.join(", ")} FROM ${quoteReference(table)}${asOf} WHERE ${hasProteinSql(sequenceColumn)}`;
}

/** Returns the columns `vh` and `vl`, or `sequence`. */
function proteinColumns(columns: ProteinColumns): string[] {
  if (typeof columns === "string") return [`${quoteName(columns)} AS sequence`];
  const { vh, vl } = columns;
  return [
    ...(vh === null ? [] : [`${quoteName(vh)} AS vh`]),
    ...(vl === null ? [] : [`${quoteName(vl)} AS vl`]),
  ];
}

/** Composes a request to train assay models from a table; an analysis request has the same fields. */
export function trainRequest(options: TrainOptions): NewTask<"createTrain"> & NewTask<"createAnalyzeDataV2"> {
  const { project, round, reference, numbering, assays, name } = options;
  return {
    context: round ? { kind: "ROUND", round_id: round } : { kind: "PROJECT", project_id: project },
    ...(name && { display_name: name }),
    parameters: {
      dataset: trainDataset(options),
      reference: { ...assemblyOf(reference), ...statedNumbers(numbering) },
      assays: assays.map(({ column, unit, scale }) => ({
        assay_id: column,
        ...(scale && { scale_type: scale }),
        ...(unit && { unit }),
      })),
    },
  };
}

function trainDataset(
  options: TrainOptions,
): Extract<NewTask<"createTrain">["parameters"], { dataset: unknown }>["dataset"] {
  const { table, version, sequenceColumn, mutations, batch } = options;
  if (sequenceColumn !== null) return { kind: "QUERY", query: trainQuery({ ...options, sequenceColumn }) };
  const stated = { ...(mutations && { mutations }) };
  if (!batch) return { kind: "TABLE", table, ...(version && { version_id: version }), ...stated };
  return { kind: "QUERY", query: batchQuery({ ...options, batch }), ...stated };
}

/** Returns the query that reads all columns of a table, its batches as `batch_id`, and the load, which tells the round. */
export function batchQuery({
  table,
  version,
  batch,
  hasLoads = false,
}: Pick<TrainOptions, "table" | "version" | "hasLoads"> & { batch: string }): string {
  const asOf = version ? ` FOR VERSION AS OF ${version}` : "";
  return `SELECT *, CAST(${quoteName(batch)} AS varchar) AS batch_id${hasLoads ? `, ${LOAD}` : ""} FROM ${quoteReference(table)}${asOf}`;
}

function statedNumbers(numbering: NumberingStated | null | undefined) {
  if (numbering?.positions) return { positions: [...numbering.positions] };
  return numbering?.first_position == null ? {} : { first_position: numbering.first_position };
}
