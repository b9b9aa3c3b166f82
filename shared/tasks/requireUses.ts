import { invalidField, notFound } from "@pdp/basics/errors";
import { type Context, visibleInTask } from "#shared/domain/context.ts";
import { STRUCTURE } from "#shared/domain/tasks/artifact.ts";
import { settleStructure } from "#shared/jobs/settleStructure.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findArtifact } from "#shared/store/artifacts.ts";
import type { ParameterUses } from "./datasetUses.ts";
import { requireDatasets } from "./requireDatasets.ts";
import { requireGoals, requireModelChains, requireReady } from "./requireFit.ts";

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
  await requireDatasets(scope, context, uses);
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
