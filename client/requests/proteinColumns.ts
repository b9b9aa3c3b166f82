import { CHAIN_BREAK } from "@pdp/basics/proteins";
import { quoteName } from "./sqlNames.ts";

/** Columns with the heavy and the light chains of an antibody; null for a chain that the data does not have. */
export interface ChainColumns {
  vh: string | null;
  vl: string | null;
}

/** Column with the sequences of a table, or the columns of both chains. */
export type ProteinColumns = string | ChainColumns;

/** Returns the names of the columns. */
export function namesOfProtein(columns: ProteinColumns): string[] {
  return typeof columns === "string" ? [columns] : [columns.vh, columns.vl].filter((name) => name !== null);
}

/** Returns the SQL expression for the protein of a row: the sequence, or both chains in one text (`EVQL…/DIQM…`). */
export function proteinSql(columns: ProteinColumns): string {
  if (typeof columns === "string") return quoteName(columns);
  const [vh, vl] = [columns.vh, columns.vl].map((name) =>
    name === null ? "''" : `coalesce(${quoteName(name)}, '')`,
  );
  return `concat(${vh}, '${CHAIN_BREAK}', ${vl})`;
}

/** Returns the SQL condition that a row has a protein, or at least one of its chains. */
export function hasProteinSql(columns: ProteinColumns): string {
  const conditions = namesOfProtein(columns).map((name) => `${quoteName(name)} IS NOT NULL`);
  return conditions.length === 1 ? `${conditions[0]}` : `(${conditions.join(" OR ")})`;
}
