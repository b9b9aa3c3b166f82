import { hasProteinSql, type ProteinColumns, proteinSql } from "#client/requests/proteinColumns.ts";
import { quoteName, quoteReference, quoteText } from "#client/requests/sqlNames.ts";
import type { Chain } from "./chainVariants.ts";
import type { ChosenCell } from "./rowsBehind.ts";
import type { Counted } from "./substitutions.ts";

/** Maximum number of rows read for a heatmap. */
export const MAX_ROWS = 200_000;

/** Columns that a heatmap reads. */
export interface HeatmapColumns {
  protein: ProteinColumns;
  /** Column with mutation codes; null if there is none. */
  mutations: string | null;
}

/** Returns the query for the variants of a table with a value of the assay. */
export function variantsQuery(
  reference: string,
  { protein, mutations }: HeatmapColumns,
  assay: string,
): string {
  const value = quoteName(assay);
  const codes = mutations === null ? "NULL" : quoteName(mutations);
  return (
    `SELECT ${proteinSql(protein)} AS sequence, CAST(${value} AS DOUBLE) AS value, ${codes} AS mutations ` +
    `FROM ${quoteReference(reference)} WHERE ${hasProteinSql(protein)} AND ${value} IS NOT NULL LIMIT ${MAX_ROWS}`
  );
}

/** Returns the query for all columns of the rows in a cell; `wildType` is the protein without substitutions. */
export function cellQuery(
  table: string,
  { protein }: HeatmapColumns,
  chain: Chain | null,
  counted: Counted,
  wildType: string,
  { index, residue }: ChosenCell,
): string {
  const column = quoteName((typeof protein === "string" ? protein : protein[chain ?? "vh"]) ?? "");
  const single = `${column} = ${quoteText(wildType.slice(0, index) + residue + wildType.slice(index + 1))}`;
  const all = `length(${column}) = ${wildType.length} AND substr(${column}, ${index + 1}, 1) = ${quoteText(residue)}`;
  return `SELECT * FROM ${quoteReference(table)} WHERE ${counted === "single" ? single : all}`;
}
