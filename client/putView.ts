import type { components } from "./schema.ts";
import type { Workspace } from "./workspace.ts";

/**
 * Creates a view, or changes its query if it still matches `earlier`. Returns false if the reference belongs to something
 * else.
 */
export async function putView(
  workspace: Workspace,
  reference: string,
  query: string,
  earlier?: string,
): Promise<boolean> {
  const known = await findTable(workspace, reference);
  if (known?.query === query) return true;
  if (known && (known.query === undefined || known.query !== earlier)) return false;
  if (!known) await workspace.createView(reference, query);
  else await workspace.updateTable(reference, { query });
  return true;
}

/**
 * Finds a table or a view in the full list, because requesting one that does not exist would make browsers show a failed
 * request.
 */
async function findTable(
  workspace: Workspace,
  reference: string,
): Promise<components["schemas"]["Table"] | undefined> {
  for await (const table of workspace.tables())
    if (table.reference.toLowerCase() === reference.toLowerCase()) return table;
  return undefined;
}
