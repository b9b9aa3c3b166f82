import { SCALAR_TYPES } from "@pdp/basics/columns";
import type { TableConfig } from "#client/importFiles.ts";
import { quoteName, quoteReference } from "#client/requests/sqlNames.ts";
import type { Workspace } from "#client/workspace.ts";
import { plural } from "../../parts/format.ts";

/** Column types for which values are compared. */
const COMPARED = new Set<string>(SCALAR_TYPES);
/** Minimum number of columns for which identical rows are unusual. */
const MIN_COLUMNS = 2;

/**
 * Counts the imported rows that the table already contained, with the same value in every imported column: a file may be
 * imported again in another format or with corrections.
 */
export async function rowsBefore(
  workspace: Workspace,
  table: string,
  { columns }: TableConfig,
  load: string,
): Promise<number> {
  const names = columns.filter(({ type }) => COMPARED.has(type)).map(({ name }) => quoteName(name));
  if (names.length < MIN_COLUMNS) return 0;
  const rows = `SELECT ${names.join(", ")} FROM ${quoteReference(table)} WHERE "$load_id"`;
  const result = await workspace.query<{ known: number | bigint }>(
    `SELECT count(*) AS known FROM (${rows} = ${load} INTERSECT ${rows} <> ${load})`,
  );
  return Number((await result.rows())[0]?.known ?? 0);
}

/** States how many rows already existed. */
export function rowsBeforeWords(known: number): string {
  const rows = known === 1 ? "1 row was" : `${plural(known, "row")} were`;
  return `${rows} already in the table, identical in every column. If you imported this file before, undo this import.`;
}
