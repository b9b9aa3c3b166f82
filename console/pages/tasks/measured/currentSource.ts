import type { EarlierTraining } from "#client/requests/earlierTask.ts";
import type { Workspace } from "#client/workspace.ts";
import { currentReference } from "../../../parts/currentReference.ts";

/** Returns the request of an earlier task with the current reference of its table. */
export async function withCurrentSource(
  workspace: Workspace,
  before: EarlierTraining,
): Promise<EarlierTraining> {
  const { source } = before;
  const table = source && (await currentReference(workspace, source.table));
  return source && table ? { ...before, source: { ...source, table } } : before;
}
