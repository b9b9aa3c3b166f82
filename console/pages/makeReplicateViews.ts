import { putView } from "#client/putView.ts";
import type { components } from "#client/schema.ts";
import type { Workspace } from "#client/workspace.ts";
import { replicateViews } from "#shared/domain/columns/replicateColumns.ts";

/**
 * Makes or updates the views of a table's replicates. `before` are the columns that it had. Returns the references of the views;
 * something else may have the name of one, which stays as it is.
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
