import { trainingNumbering } from "#client/referenceNumbering.ts";
import type { PositionRange } from "#client/requests/positions.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import type { Numbering } from "#shared/domain/mutations/numbering.ts";

/** Assay that a scorer predicts, with its accuracy for unseen sequences. */
export interface ScoredAssay {
  assay_id: string;
  scale_type: string;
  spearman: number | null;
  /** True if its predictions rank variants better than chance. */
  usable: boolean;
}

/** Subject and predictions of a training's models. */
export interface ModelFacts {
  reference: string;
  sampler: string;
  scorer: string | null;
  assays: readonly ScoredAssay[];
  /** Numbers of mutations of the measured variants; null if the training did not count them. */
  mutations: { median: number; most: number } | null;
  /** Rarely changed positions, which the models know little about; empty if unknown. */
  hardlyVaried: readonly PositionRange[];
}

/** Models that a training made. */
export interface Models extends ModelFacts {
  task: Task;
  /** Numbers of the residues of its reference. */
  numbering: Numbering;
}

/** Reads the models of a completed training; null for other tasks and erased models. */
export async function readModels(workspace: Workspace, task: Task): Promise<Models | null> {
  const [facts, numbering] = await Promise.all([
    readModelFacts(workspace, task),
    trainingNumbering(workspace, task),
  ]);
  return facts && { ...facts, task, numbering };
}

/** Reads the subject and predictions of a completed training's models; null for other tasks and erased models. */
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
  return { reference, sampler, scorer, assays: scorer === null ? [] : assays, mutations, hardlyVaried };
}
