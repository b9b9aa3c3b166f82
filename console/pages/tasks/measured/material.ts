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
  /** True if rows know their loads, and thus their rounds. */
  hasLoads: boolean;
}

export interface AssayChoice {
  column: string;
  isChosen: boolean;
  /** Number of rows with a sequence and a value. */
  values: number | null;
  /** Null to let the data choose. */
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

export async function readMaterial(
  workspace: Workspace,
  table: Table,
  { sequenceColumn, mutations }: VariantColumns,
): Promise<Material> {
  const stating = mutations === null ? [] : columnsOf(mutations.found[0].mutations);
  const columns = numericColumns(table).filter((name) => !stating.includes(name));
  const known = sequenceColumn ?? stating[0] ?? "";
  const from = `FROM ${quoteReference(table.reference)} WHERE ${hasProteinSql(known)}`;
  const counted = columns.flatMap((column, index) => {
    const name = quoteName(column);
    return [
      `count(${name}) AS values_${index}`,
      `CAST(min(${name}) AS DOUBLE) AS least_${index}`,
      `CAST(approx_percentile(${name}, 0.5) AS DOUBLE) AS median_${index}`,
      `CAST(max(${name}) AS DOUBLE) AS most_${index}`,
    ];
  });
  const [stats, sample, projects] = await Promise.all([
    workspace
      .query<Record<string, number | bigint | null>>(
        `SELECT ${[`(SELECT count(*) FROM ${quoteReference(table.reference)}) AS row_count`, "count(*) AS sequence_count", ...counted].join(", ")} ${from}`,
      )
      .then((result) => result.rows()),
    sequenceColumn === null
      ? []
      : workspace
          .query<{ sequence: string }>(`SELECT ${proteinSql(known)} AS sequence ${from} LIMIT ${SAMPLE_ROWS}`)
          .then((result) => result.rows()),
    mutations === null ? openProjects(workspace) : [],
  ]);
  const found = stats[0] ?? {};
  const references = projects.flatMap((project) => project.references ?? []);
  return {
    batches: batchColumns(table.columns),
    hasLoads: table.kind === "TABLE",
    rows: Number(found.row_count ?? 0),
    sequences: Number(found.sequence_count ?? 0),
    mutations,
    reference:
      mutations === null
        ? variedReference(
            sample.map(({ sequence }) => sequence),
            references,
          )
        : proposedReference(mutations),
    assays: columns.map((column, index) => {
      const numberOf = (figure: string) => Number(found[`${figure}_${index}`]);
      const [least, median, most] = [numberOf("least"), numberOf("median"), numberOf("most")];
      return {
        column,
        // A column with a single value teaches a model nothing.
        isChosen: least < most && !LIKE_AN_ID.test(column) && !describesWells(column),
        values: Number(found[`values_${index}`] ?? 0),
        // Affinities span orders of magnitude: their ratios are compared.
        scale: isDissociationConstant(column) && least > 0 ? "MULTIPLICATIVE" : null,
        likely: proposeScale({ least, median, most }),
        unit: unitOfColumn(table, column),
        limit: table.columns.find(({ name }) => name === `${column}_limit`)?.name ?? null,
      };
    }),
  };
}

/** Returns the unit at the end of a column's description, as found in a file header. */
function unitOfColumn({ columns }: Table, name: string): string {
  const description = columns.find((column) => column.name === name)?.metadata.description;
  return unitOf(description ?? "") ?? "";
}
