import { currentReference } from "#client/currentReference.ts";
import type { EarlierTraining } from "#client/requests/earlierTask.ts";
import type { Workspace } from "#client/workspace.ts";

/**
 * Returns the current reference of the table of an earlier task; null if its rows did not come from a table, or if the table
 * has been archived.
 */
export async function currentTable(
  workspace: Workspace,
  { source }: Pick<EarlierTraining, "source">,
): Promise<string | null> {
  return source && currentReference(workspace, source.table);
}

/** Returns the request of an earlier task with the current reference of its table, unless the table has been archived. */
export async function withCurrentSource(
  workspace: Workspace,
  before: EarlierTraining,
): Promise<EarlierTraining> {
  const { source } = before;
  const table = await currentTable(workspace, before);
  return source && table ? { ...before, source: { ...source, table } } : before;
}
