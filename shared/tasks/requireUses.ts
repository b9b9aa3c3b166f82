import { invalidField, notFound } from "#shared/basics/errors/errors.ts";
import { type Context, visibleInTask } from "#shared/domain/context.ts";
import { STRUCTURE } from "#shared/domain/tasks/artifact.ts";
import { findTableAt } from "#shared/history/relations/holderAt.ts";
import { settleStructure } from "#shared/jobs/settleStructure.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findArtifact } from "#shared/store/artifacts.ts";
import { findTable } from "#shared/store/tables.ts";
import { getVersion } from "#shared/store/versions.ts";
import { versionIdOf } from "#shared/store/versionTags.ts";
import type { ParameterUses } from "./parameterUses.ts";
import { requireColumns, requireGoals, requireModelChains, requireReady } from "./requireFit.ts";
import { requireTaskData } from "./sources/requireTaskData.ts";

/**
 * Throws 404 for a reference that does not exist for this task, and 422 for a reference of the wrong kind or a goal that a
 * model cannot judge.
 */
export async function requireUses(
  scope: WorkspaceScope,
  context: Context,
  uses: ParameterUses,
  signal: AbortSignal,
): Promise<void> {
  const isVisible = visibleInTask(context);
  for (const { loc, table, versionId, assays, choice, layout } of uses.tables) {
    const stated = versionId === null ? null : await versionIdOf(scope, versionId);
    const point = stated === null ? null : (await getVersion(scope, stated)).id;
    const found = await (point === null ? findTable(scope, table) : findTableAt(scope, table, point));
    if (!found) throw notFound("table", table.slice(0, 128));
    // An older version may have different columns than the newest one.
    if (point === null) requireColumns(found, loc, assays, choice, layout);
  }
  for (const use of uses.taskData) await requireTaskData(scope, isVisible, use);
  for (const { loc, id, type, template, goals } of uses.artifacts) {
    const artifact = await findArtifact(scope, id);
    if (!artifact || !isVisible(artifact.context)) throw notFound("artifact", id);
    if (artifact.type !== type) {
      throw invalidField(loc, `The artifact ${id} is a ${artifact.type}, but a ${type} is required here`, id);
    }
    if (type === STRUCTURE) requireReady(await settleStructure(scope, artifact, signal), loc);
    requireModelChains(artifact, loc, template);
    requireGoals(artifact, goals);
  }
}
