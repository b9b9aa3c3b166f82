import { CHAIN_BREAK } from "@pdp/basics/proteins";
import type { ProteinColumns } from "#client/requests/proteinColumns.ts";
import type { Table } from "#client/resources.ts";
import type { Workspace } from "#client/workspace.ts";
import { sequenceColumns } from "./columnChoices.ts";
import { readProteins } from "./readProteins.ts";
import { inGroups } from "./variant/inGroups.ts";

/** Table with the columns in which a protein may be found. */
export type ProteinTable = Table & { proteins: readonly ProteinColumns[] };

/** Maximum number of tables whose rows are read to find the columns of both chains. */
const MAX_READ = 40;

/**
 * Returns the tables that may contain a protein: those with sequences or, for a protein with two chains, those with a column for each
 * chain, whatever their names.
 */
export async function proteinTables(
  workspace: Workspace,
  tables: readonly Table[],
  sequence: string,
): Promise<ProteinTable[]> {
  if (!sequence.includes(CHAIN_BREAK))
    return tables.flatMap((table) => {
      const proteins = sequenceColumns(table);
      return proteins.length === 0 ? [] : [{ ...table, proteins }];
    });
  const possible = tables.filter(
    (table) => table.kind === "TABLE" && table.columns.filter(({ type }) => type === "STRING").length > 1,
  );
  const tablesWithChains = await inGroups(possible.slice(0, MAX_READ), async (table) => {
    const { proteins } = await readProteins(workspace, table);
    const chains = proteins.filter((columns) => typeof columns !== "string");
    return chains.length === 0 ? [] : [{ ...table, proteins: chains }];
  });
  return tablesWithChains.flat();
}
