import { describesWells } from "#client/controlViews.ts";
import { hasProteinSql, type ProteinColumns, proteinSql } from "#client/requests/proteinColumns.ts";
import { quoteName, quoteReference } from "#client/requests/sqlNames.ts";
import type { Scale } from "#client/requests/trainRequest.ts";
import type { Workspace } from "#client/workspace.ts";
import { isDissociationConstant } from "#shared/domain/columns/affinityColumns.ts";
import { batchColumns } from "#shared/domain/columns/batchColumns.ts";
import { unitOf } from "#shared/proposals/headerUnit.ts";
import { openProjects } from "../../../parts/openProjects.ts";
import { proposeScale } from "../../../parts/proposeScale.ts";
import { numericColumns } from "../../columnChoices.ts";
import { columnsOf, type MutationMaterial, proposedReference } from "./mutationMaterial.ts";
import { variedReference } from "./variedReference.ts";

/** Rows, reference and assays of a table for a training run. */
export interface Material {
  /** Null if unknown, as for `values`. */
  rows: number | null;
  /** Number of rows with a sequence. */
  sequences: number | null;
  /** Proposed reference: the one of a project that the rows vary, or their most common residues. */
  reference: string;
  /** Mutations that define the sequences; null if the rows contain sequences. */
  mutations: MutationMaterial | null;
  assays: AssayChoice[];
  /** Columns that may contain the batch or plate of a row. */
  batches: string[];
  /** True if rows record their loads, and thus their rounds. */
  hasLoads: boolean;
}

export interface AssayChoice {
  column: string;
  isChosen: boolean;
  /** Number of rows with a sequence and a value. */
  values: number | null;
  /** Null to choose it from the data. */
  scale: Scale | null;
  /** Scale that the data are likely to choose; null if unknown. */
  likely: Scale | null;
  unit: string;
  /** Column that specifies which values are limits; null if there is none. */
  limit: string | null;
}

type Table = Parameters<typeof numericColumns>[0] & { reference: string; kind: "TABLE" | "VIEW" };

/** Number of rows used to propose the reference. */
const SAMPLE_ROWS = 2_000;
const LIKE_AN_ID = /(^|_)(id|index|rank|number|no|row|counts?|reads?|depth|coverage)$|^(num|n)_/i;

/** Location of the sequences in a table's rows, or of the mutations that define them. */
interface VariantColumns {
  sequenceColumn: ProteinColumns | null;
  mutations: MutationMaterial | null;
}

/** Reads the rows, the reference and the assays of a table. */
export async function readMaterial(
  workspace: Workspace,
  table: Table,
  { sequenceColumn, mutations }: VariantColumns,
): Promise<Material> {
  const mutationColumns = mutations === null ? [] : columnsOf(mutations.candidates[0].mutations);
  const columns = numericColumns(table).filter((name) => !mutationColumns.includes(name));
  const protein = sequenceColumn ?? mutationColumns[0] ?? "";
  const from = `FROM ${quoteReference(table.reference)} WHERE ${hasProteinSql(protein)}`;
  const [statistics, reference] = await Promise.all([
    workspace
      .query<Statistics>(
        `SELECT ${[`(SELECT count(*) FROM ${quoteReference(table.reference)}) AS row_count`, "count(*) AS sequence_count", ...columns.flatMap(statisticsSql)].join(", ")} ${from}`,
      )
      .then(async (result) => (await result.rows())[0] ?? {}),
    mutations === null
      ? readReference(workspace, `SELECT ${proteinSql(protein)} AS sequence ${from} LIMIT ${SAMPLE_ROWS}`)
      : proposedReference(mutations),
  ]);
  return {
    batches: batchColumns(table.columns),
    hasLoads: table.kind === "TABLE",
    rows: Number(statistics.row_count ?? 0),
    sequences: Number(statistics.sequence_count ?? 0),
    mutations,
    reference,
    assays: columns.map((column, index) => assayChoice(table, column, statistics, index)),
  };
}

/** Counts of the rows, and the smallest, median and largest value of each column. */
type Statistics = Record<string, number | bigint | null>;

function statisticsSql(column: string, index: number): string[] {
  const name = quoteName(column);
  return [
    `count(${name}) AS values_${index}`,
    `CAST(min(${name}) AS DOUBLE) AS minimum_${index}`,
    `CAST(approx_percentile(${name}, 0.5) AS DOUBLE) AS median_${index}`,
    `CAST(max(${name}) AS DOUBLE) AS maximum_${index}`,
  ];
}

/** Proposes the reference of a project that the sequences vary, or their most common residues. */
async function readReference(workspace: Workspace, sequencesSql: string): Promise<string> {
  const [sample, projects] = await Promise.all([
    workspace.query<{ sequence: string }>(sequencesSql).then((result) => result.rows()),
    openProjects(workspace),
  ]);
  return variedReference(
    sample.map(({ sequence }) => sequence),
    projects.flatMap((project) => project.references ?? []),
  );
}

/** Proposes whether a column is an assay, and how its values are compared. */
function assayChoice(
  table: Pick<Table, "columns">,
  column: string,
  statistics: Statistics,
  index: number,
): AssayChoice {
  const [minimum, median, maximum] = ["minimum", "median", "maximum"].map((name) =>
    Number(statistics[`${name}_${index}`]),
  ) as [number, number, number];
  return {
    column,
    // A column with a single value teaches a model nothing.
    isChosen: minimum < maximum && !LIKE_AN_ID.test(column) && !describesWells(column),
    values: Number(statistics[`values_${index}`] ?? 0),
    // Affinities span orders of magnitude: their ratios are compared.
    scale: isDissociationConstant(column) && minimum > 0 ? "MULTIPLICATIVE" : null,
    likely: proposeScale({ minimum, median, maximum }),
    unit: unitOfColumn(table, column),
    limit: table.columns.find(({ name }) => name === `${column}_limit`)?.name ?? null,
  };
}

/** Returns the unit at the end of a column's description, as found in a file header. */
function unitOfColumn({ columns }: Pick<Table, "columns">, name: string): string {
  const description = columns.find((column) => column.name === name)?.metadata.description;
  return unitOf(description ?? "") ?? "";
}
