import type { Workspace } from "#client/workspace.ts";
import { take } from "../lab.ts";

/**
 * Returns the present reference of a table that may have been renamed since; null if it is archived or was never there.
 * Without its id, the table is the one that has the reference, or else had it last.
 */
export async function currentReference(
  workspace: Workspace,
  reference: string,
  tableId?: string | null,
): Promise<string | null> {
  const tables = await take(workspace.tables());
  if (tableId != null) return tables.find(({ id }) => id === tableId)?.reference ?? null;
  if (tables.some((table) => table.reference === reference)) return reference;
  const versions = await take(workspace.versions({ order: "DESC" }));
  const then = versions.flatMap((version) => version.tables).find((one) => one.reference === reference);
  return tables.find(({ id }) => id === then?.table_id)?.reference ?? null;
}
