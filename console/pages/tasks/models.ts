import type { Numbering } from "@pdp/basics/proteins";
import { trainingNumbering } from "#client/referenceNumbering.ts";
import type { ScoredAssay } from "#client/reliabilityWords.ts";
import { readDesign } from "#client/requests/earlierTask.ts";
import type { PositionRange } from "#client/requests/positions.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";

/** Facts about the models from a training run, and about what they predict. */
export interface ModelFacts {
  reference: string;
  sampler: string;
  scorer: string | null;
  assays: readonly ScoredAssay[];
  /** Mutation counts of the measured variants; null if the training did not count them. */
  mutations: { median: number; most: number } | null;
  /** Structure that they were trained with; null without one. */
  structure: string | null;
  /** Rarely changed positions, about which the models know little; empty if unknown. */
  hardlyVaried: readonly PositionRange[];
}

/** Models produced by a training run. */
export interface Models extends ModelFacts {
  task: Task;
  /** Residue numbers of its reference. */
  numbering: Numbering;
}

/** Reads the facts about the models that designs were made with; null if they are unknown or erased. */
export async function modelsOfDesigns(
  workspace: Workspace,
  { parameters }: Task,
): Promise<ModelFacts | null> {
  const design = readDesign(parameters);
  if (design === null) return null;
  return readModelFacts(workspace, await (await workspace.producingTask(design.sampler)).get());
}

/** Reads the models from a completed training; null for other tasks and if the models have been erased. */
export async function readModels(workspace: Workspace, task: Task): Promise<Models | null> {
  const [facts, numbering] = await Promise.all([
    readModelFacts(workspace, task),
    trainingNumbering(workspace, task),
  ]);
  return facts && { ...facts, task, numbering };
}

/** Reads the facts about the models from a completed training; null for other tasks and if the models have been erased. */
export async function readModelFacts(workspace: Workspace, task: Task): Promise<ModelFacts | null> {
  const { result, erased_at: erasedAt } = task;
  if (!result || !("models" in result) || erasedAt !== undefined) return null;
  const sampler = result.models.sampler.artifact_id;
  const scorer = result.models.scorer?.artifact_id ?? null;
  const { data } = await workspace.artifact(scorer ?? sampler);
  const {
    reference,
    assays = [],
    mutations = null,
    hardly_varied: hardlyVaried = [],
  } = data as unknown as {
    reference: string;
    mutations?: { median: number; most: number };
    hardly_varied?: PositionRange[];
    assays?: readonly ScoredAssay[];
  };
  const { structure: stated } = task.parameters as { structure?: { artifact_id: string } | null };
  const structure = stated?.artifact_id ?? null;
  const predicted = scorer === null ? [] : assays;
  return { reference, sampler, scorer, assays: predicted, mutations, structure, hardlyVaried };
}
