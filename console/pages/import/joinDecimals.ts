import { putView } from "#client/putView.ts";
import type { components } from "#client/schema.ts";
import type { Workspace } from "#client/workspace.ts";
import { decimalView } from "#shared/domain/columns/decimalColumns.ts";

/**
 * Creates or updates the view that combines a table's integers with their decimals after these have been imported. Returns the
 * view's reference; null if there is none or it cannot be created.
 */
export async function joinDecimals(
  workspace: Workspace,
  { reference, columns }: components["schemas"]["Table"],
): Promise<string | null> {
  const earlier = decimalView(reference, columns)?.query;
  try {
    const view = decimalView(reference, (await workspace.table(reference)).columns);
    if (view === null || !(await putView(workspace, view.reference, view.query, earlier))) return null;
    return view.reference;
  } catch {
    // The import is complete, with or without a view.
    return null;
  }
}
