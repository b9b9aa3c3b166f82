import { findBothChains, findChainColumns } from "@pdp/science/antibodies";
import { columnRoles, readTexts } from "#client/columnRoles.ts";
import type { ChainColumns, ProteinColumns } from "#client/requests/proteinColumns.ts";
import type { components } from "#client/schema.ts";
import type { Workspace } from "#client/workspace.ts";

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

/** Finds the columns of both chains in the rows of a training; null if there are none. */
export async function readChains(workspace: Workspace, relation: string): Promise<ChainColumns | null> {
  const rows = await (await workspace.query(`SELECT * FROM ${relation} LIMIT ${ROWS_READ}`)).rows();
  const names = Object.keys(rows[0] ?? {}).filter((name) =>
    rows.some((row) => typeof row[name] === "string"),
  );
  const columns = Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])]));
  const { vh, vl } = findChainColumns({ count: rows.length, columns });
  const [heavy = null, light = null] = [vh[0], vl[0]];
  return heavy === null && light === null ? null : { vh: heavy, vl: light };
}
