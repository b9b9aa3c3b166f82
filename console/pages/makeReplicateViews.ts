import { putView } from "#client/putView.ts";
import type { components } from "#client/schema.ts";
import type { Workspace } from "#client/workspace.ts";
import { replicateViews } from "#shared/domain/columns/replicateColumns.ts";

/**
 * Creates or updates the views of a table's replicates. `before` are its earlier columns. Returns the references of the views;
 * if something else already has the name of one, it stays unchanged.
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
