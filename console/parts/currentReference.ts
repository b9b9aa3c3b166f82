import type { Workspace } from "#client/workspace.ts";
import { take } from "../lab.ts";

/** Returns the present reference of a table that may have been renamed since; null if it is archived or was never there. */
export async function currentReference(workspace: Workspace, reference: string): Promise<string | null> {
  const tables = await take(workspace.tables());
  if (tables.some((table) => table.reference === reference)) return reference;
  const versions = await take(workspace.versions({ order: "DESC" }));
  const then = versions.flatMap((version) => version.tables).find((one) => one.reference === reference);
  return tables.find(({ id }) => id === then?.table_id)?.reference ?? null;
}
