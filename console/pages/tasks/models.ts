import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { numberingOf } from "./numbering.ts";

/** Assay that a scorer predicts, with how well it does so for sequences that it has not seen. */
export interface ScoredAssay {
  assay_id: string;
  scale_type: string;
  spearman: number | null;
  /** Whether its predictions rank variants better than chance. */
  usable: boolean;
}

/** Models that a training made. */
export interface Models {
  task: Task;
  reference: string;
  /** Number of its first residue in the rows that the models come from. */
  firstNumber: number;
  sampler: string;
  scorer: string | null;
  assays: readonly ScoredAssay[];
}

/** Reads the models of a completed training; null for any other task. */
export async function readModels(workspace: Workspace, task: Task): Promise<Models | null> {
  const { result } = task;
  if (!result || !("models" in result)) return null;
  const sampler = result.models.sampler.artifact_id;
  const scorer = result.models.scorer?.artifact_id ?? null;
  const [{ data }, firstNumber] = await Promise.all([
    workspace.artifact(scorer ?? sampler),
    numberingOf(workspace, task),
  ]);
  const { reference, assays = [] } = data as unknown as {
    reference: string;
    assays?: readonly ScoredAssay[];
  };
  return { task, reference, firstNumber, sampler, scorer, assays: scorer === null ? [] : assays };
}
