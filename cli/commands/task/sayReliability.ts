import { reliabilityWords, type ScoredAssay } from "#client/reliabilityWords.ts";
import { readDesign } from "#client/requests/earlierTask.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import type { Cli } from "../../cli.ts";
import { ifFound } from "../../session/ifFound.ts";

/** Reports how reliable the predictions of a task or of its models are; nothing without assay models. */
export async function sayReliability(cli: Cli, workspace: Workspace, task: Task): Promise<void> {
  const scorer = await scorerOf(workspace, task);
  if (cli.quiet || scorer === null) return;
  const model = await ifFound(workspace.artifact(scorer));
  const { assays = [] } = (model?.data ?? {}) as { assays?: readonly ScoredAssay[] };
  for (const assay of assays) cli.say(`Predictions of ${assay.assay_id}: ${reliabilityWords(assay)}`);
}

/** Returns the assay models of a task; null if it has none, or if they were erased. */
async function scorerOf(
  workspace: Workspace,
  { parameters, result: taskResult }: Task,
): Promise<string | null> {
  if (taskResult && "models" in taskResult) return taskResult.models.scorer?.artifact_id ?? null;
  const { scorer } = parameters as { scorer?: { artifact_id: string } };
  if (scorer) return scorer.artifact_id;
  const design = readDesign(parameters);
  if (design === null) return null;
  const { result, erased_at: erasedAt } = await (await workspace.producingTask(design.sampler)).get();
  if (!result || !("models" in result) || erasedAt !== undefined) return null;
  return result.models.scorer?.artifact_id ?? null;
}
