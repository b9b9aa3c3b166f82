import type { TableConfig } from "#client/importFiles.ts";
import type { LoadHandle } from "#client/loadHandle.ts";
import { quoteReference } from "#client/requests/sqlNames.ts";
import type { components } from "#client/schema.ts";
import type { Workspace } from "#client/workspace.ts";
import { spoken } from "../../parts/spoken.ts";
import { makeReplicateViews } from "../makeReplicateViews.ts";
import { joinDecimals } from "./joinDecimals.ts";
import { rowsBefore, rowsBeforeWords } from "./rowsBefore.ts";

interface Imported {
  into: string;
  config: TableConfig;
  /** Previous state of the table; undefined for a new table. */
  table: components["schemas"]["Table"] | undefined;
  /** Warnings that have already been shown. */
  confirmed: readonly string[];
  /** True to create replicate views. */
  replicates: boolean;
  /** True if a view combines the table's integers with their decimals. */
  joinsDecimals: boolean;
  /** Query that pairs the chains of cells; null for other tables. */
  pairsQuery: string | null;
}

/** Creates the requested views for an import and returns remarks about it. */
export async function importRemarks(
  workspace: Workspace,
  load: LoadHandle,
  { into, config, table, confirmed, replicates, joinsDecimals, pairsQuery }: Imported,
): Promise<string[]> {
  const { warnings = [] } = await load.get();
  // The import is complete, even if this remark cannot be computed.
  const known = table ? await rowsBefore(workspace, into, config, load.id).catch(() => 0) : 0;
  const view = joinsDecimals && table ? await joinDecimals(workspace, table) : null;
  const views = replicates ? await makeReplicateViews(workspace, into, table?.columns).catch(() => []) : [];
  const pairs = pairsQuery && !table ? await viewPairs(workspace, into, pairsQuery).catch(() => null) : null;
  return [
    ...(pairs === null ? [] : [`The view ${pairs} pairs its chains by cell.`]),
    ...(view === null ? [] : [`The view ${view} combines integers and decimals.`]),
    ...(views.length === 0 ? [] : [`The views ${views.join(" and ")} show its replicates.`]),
    ...(known > 0 ? [rowsBeforeWords(known)] : []),
    ...warnings.filter((warning) => !confirmed.includes(warning)).map(spoken),
  ];
}

/** Creates a view of a new table with one row per pair of chains, and returns its name. */
async function viewPairs(workspace: Workspace, table: string, query: string): Promise<string> {
  const { reference } = await workspace.createView(
    `${table}_pairs`,
    query.replaceAll("the_table", quoteReference(table)),
    `Pairs of heavy and light chains of ${table}, one row per cell`,
  );
  return reference;
}
