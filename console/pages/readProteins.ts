import { columnRoles, readTexts } from "#client/columnRoles.ts";
import type { ProteinColumns } from "#client/requests/proteinColumns.ts";
import type { components } from "#client/schema.ts";
import type { Workspace } from "#client/workspace.ts";
import { findBothChains } from "#shared/science/antibodies/chainColumns.ts";

/** Columns that identify the protein of a row, most likely first. */
export interface ProteinRoles {
  /** Both chains of antibodies, if there are any, followed by each column of sequences. */
  proteins: ProteinColumns[];
  /** Columns with mutation codes, such as `V29A`. */
  mutations: string[];
}

/** Number of rows read to recognize columns. */
const ROWS_READ = 500;

/** Reads the first rows of a table and finds the columns with its proteins, whatever their names. */
export async function readProteins(
  workspace: Workspace,
  table: Pick<components["schemas"]["Table"], "reference" | "columns">,
): Promise<ProteinRoles> {
  const rows = await readTexts(workspace, table, ROWS_READ);
  const cellsOf = ({ name }: { name: string }) => rows.map((row) => row[name]);
  const { sequences, mutations } = columnRoles(table.columns, cellsOf);
  const columns = Object.fromEntries(sequences.map((name) => [name, cellsOf({ name })]));
  const chains = sequences.length > 1 ? findBothChains({ count: rows.length, columns }) : null;
  return { proteins: [...(chains ? [chains] : []), ...sequences], mutations };
}
