import { take } from "./pages.ts";
import type { Workspace } from "./workspace.ts";

/**
 * Returns the current reference of a table that may have been renamed; null if it is archived or never existed. Without a
 * table ID, finds the table that currently has the reference, or else the last table that had it.
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
  const then = versions.flatMap((version) => version.tables).find((change) => change.reference === reference);
  return tables.find(({ id }) => id === then?.table_id)?.reference ?? null;
}
