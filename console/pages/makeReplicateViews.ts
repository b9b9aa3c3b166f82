import { putView } from "#client/putView.ts";
import type { components } from "#client/schema.ts";
import type { Workspace } from "#client/workspace.ts";
import { replicateViews } from "#shared/proposals/replicateColumns.ts";

/**
 * Creates or updates the replicate views of a table. `before` contains its earlier columns. Returns the view references. If a
 * view's name is already used by something else, the existing object remains unchanged.
 */
export async function makeReplicateViews(
  workspace: Workspace,
  reference: string,
  before: components["schemas"]["Table"]["columns"] = [],
): Promise<string[]> {
  const { columns } = await workspace.table(reference);
  const earlier = replicateViews(reference, before);
  const made: string[] = [];
  for (const [index, view] of replicateViews(reference, columns).entries())
    if (await putView(workspace, view.reference, view.query, earlier[index]?.query))
      made.push(view.reference);
  return made;
}
