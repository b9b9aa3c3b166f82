import { spearman } from "@pdp/basics/statistics";
import type { Design } from "#client/orderList/design.ts";
import { assaysOf } from "#client/orderList/design.ts";
import type { OrderRow } from "#client/orderList/orderRows.ts";
import { proteinSql } from "#client/requests/proteinColumns.ts";
import { quoteName, quoteReference, quoteText } from "#client/requests/sqlNames.ts";
import type { Workspace } from "#client/workspace.ts";
import { formatValue, plural } from "../../parts/format.ts";
import type { ResultsTarget } from "./resultsTarget.ts";

/** Minimum number of designs for comparing predictions with measurements. */
const MIN_COMPARED = 5;

/** Measured values of a design: mean per assay, and number of rows. */
export type Measured = ReadonlyMap<string, { mean: number; rows: number }>;

/**
 * Reads the measurements of designs, by sequence, from the table that contains their results. Also reads the measurements of
 * the proteins that the designs are compared with: their template and `control`.
 */
export async function readMeasured(
  workspace: Workspace,
  designsTable: string,
  designs: readonly Design[],
  control: string | null,
  { table, sequence, columns }: ResultsTarget,
): Promise<ReadonlyMap<string, Measured>> {
  const known = new Set(columns);
  const assays = assaysOf(designs).filter((assay) => known.has(assay));
  if (table === null || sequence === null || assays.length === 0) return new Map();
  const figures = assays.flatMap((assay, index) => [
    `avg(CAST(t.${quoteName(assay)} AS DOUBLE)) AS mean_${index}`,
    `count(t.${quoteName(assay)}) AS rows_${index}`,
  ]);
  const protein = proteinSql(sequence);
  const ofDesigns =
    typeof sequence === "string"
      ? ["sequence", "parent"]
      : [
          { vh: "vh", vl: "vl" },
          { vh: "parent_vh", vl: "parent_vl" },
        ];
  const proteins = ofDesigns.map(
    (columns) => `SELECT ${proteinSql(columns)} FROM ${quoteReference(designsTable)}`,
  );
  if (control !== null) proteins.push(`SELECT ${quoteText(control)}`);
  const result = await workspace.query<Record<string, string | number | bigint | null>>(
    `SELECT ${protein} AS protein, ${figures.join(", ")} FROM ${quoteReference(table)} AS t ` +
      `WHERE ${protein} IN (${proteins.join(" UNION ")}) GROUP BY 1`,
  );
  return new Map(
    (await result.rows()).map((row) => [
      String(row.protein),
      new Map(
        assays.flatMap((assay, index) => {
          const rows = Number(row[`rows_${index}`]);
          return rows > 0 ? [[assay, { mean: Number(row[`mean_${index}`]), rows }] as const] : [];
        }),
      ),
    ]),
  );
}

/** Adds measured values to the rows of an order. */
export function withMeasured(rows: readonly OrderRow[], measured: ReadonlyMap<string, Measured>): OrderRow[] {
  return rows.map((row) => {
    const values = [...(measured.get(row.sequence) ?? [])];
    return { ...row, measured: Object.fromEntries(values.map(([assay, { mean }]) => [assay, mean])) };
  });
}

/** Outcome of the designs for an assay. */
export interface Agreement {
  assay: string;
  /** Number of designs that have been measured. */
  measured: number;
  designs: number;
  /** Rank correlation between predictions and measurements; NaN if there are too few. */
  spearman: number;
  /** Designs with the highest and the lowest mean. */
  highest: { name: string; mean: number };
  lowest: { name: string; mean: number };
}

/** Compares the predictions for designs with their measurements; null if there are no measurements. */
export function agreementOf(
  order: readonly OrderRow[],
  measured: ReadonlyMap<string, Measured>,
  assay: string,
): Agreement | null {
  const designs = order.filter(({ kind }) => kind === "design");
  const pairs = designs.flatMap(({ name, sequence, predictions }) => {
    const measurement = measured.get(sequence)?.get(assay);
    const predicted = predictions.find((prediction) => prediction.assay === assay);
    return measurement && predicted ? [{ name, mean: measurement.mean, predicted: predicted.mean }] : [];
  });
  const ascending = pairs.toSorted((a, b) => a.mean - b.mean);
  const [lowest, highest] = [ascending[0], ascending.at(-1)];
  if (!lowest || !highest) return null;
  return {
    assay,
    measured: pairs.length,
    designs: designs.length,
    spearman:
      pairs.length < MIN_COMPARED
        ? Number.NaN
        : spearman(
            pairs.map(({ predicted }) => predicted),
            pairs.map(({ mean }) => mean),
          ),
    highest,
    lowest,
  };
}

/** Describes the outcome of the designs in one sentence. */
export function agreementWords({ assay, measured, designs, highest, lowest, ...rest }: Agreement): string {
  const correlation = Number.isFinite(rest.spearman)
    ? ` Rank correlation of predicted and measured values: ${rest.spearman.toFixed(2)}.`
    : "";
  const end = ({ name, mean }: { name: string; mean: number }) => `${formatValue(mean)} (${name})`;
  return `${assay} has been measured for ${measured} of ${plural(designs, "design")}: from ${end(lowest)} to ${end(highest)}.${correlation}`;
}
