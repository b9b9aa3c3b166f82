import { notFound } from "@pdp/basics/errors";
import { type Context, visibleInTask } from "#shared/domain/context.ts";
import { findTableAt } from "#shared/history/relations/holderAt.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findTable } from "#shared/store/tables.ts";
import { getVersion } from "#shared/store/versions.ts";
import { versionIdOf } from "#shared/store/versionTags.ts";
import type { ParameterUses } from "./datasetUses.ts";
import { requireColumns } from "./requireFit.ts";
import { requireTaskData } from "./sources/requireTaskData.ts";

/** Throws 404 for a table or an input that does not exist for a task, and 422 for a table without the required columns. */
export async function requireDatasets(
  scope: WorkspaceScope,
  context: Context,
  uses: Pick<ParameterUses, "tables" | "taskData">,
): Promise<void> {
  const isVisible = visibleInTask(context);
  for (const { loc, table, versionId, assays, choice, layout } of uses.tables) {
    const stated = versionId === null ? null : await versionIdOf(scope, versionId);
    const point = stated === null ? null : (await getVersion(scope, stated)).id;
    const record = await (point === null ? findTable(scope, table) : findTableAt(scope, table, point));
    if (!record) throw notFound("table", table.slice(0, 128));
    // An older version may have different columns than the newest one.
    if (point === null) requireColumns(record, loc, assays, choice, layout);
  }
  for (const use of uses.taskData) await requireTaskData(scope, isVisible, use);
}
