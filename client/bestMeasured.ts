import { dataOf } from "./rawClient.ts";
import { quoteName } from "./requests/sqlNames.ts";
import type { Task } from "./taskHandle.ts";
import type { Workspace } from "./workspace.ts";

/** Protein with the best measured value so far. */
export interface BestMeasured {
  sequence: string;
  /** Mean of its measurements. */
  value: number;
  assay: string;
}

interface DesignParameters {
  generator?: { template?: { sampler?: { artifact_id?: string } } };
  ranker?: { primary_objective?: { measure?: { assay_id: string; direction: string } } | null };
}

/**
 * Finds the best protein among the measurements that the models of a design task were trained on: by the assay of the
 * design task, or the first one of the training. Returns null without measurements.
 */
export async function bestMeasured(workspace: Workspace, task: Task): Promise<BestMeasured | null> {
  const { generator, ranker } = task.parameters as DesignParameters;
  const sampler = generator?.template?.sampler?.artifact_id;
  if (sampler === undefined) return null;
  const params = { path: { workspace: workspace.name }, query: { id: sampler } };
  const artifact = workspace.raw.GET("/v2/workspace/{workspace}/data/artifact:get", { params });
  const { producer } = await dataOf(artifact);
  const training = await workspace.task(producer.task_id).get();
  const [first] = (training.parameters as { assays?: { assay_id: string }[] }).assays ?? [];
  const measure = ranker?.primary_objective?.measure;
  const assay = measure?.assay_id ?? first?.assay_id;
  if (assay === undefined) return null;
  const column = quoteName(assay);
  const order = measure?.direction === "MINIMIZE" ? "ASC" : "DESC";
  const query = `SELECT sequence, avg(${column}) AS value FROM tasks.task_${training.id}.dataset WHERE ${column} IS NOT NULL AND sequence IS NOT NULL
    GROUP BY sequence ORDER BY value ${order}, sequence LIMIT 1`;
  const [best] = await (await workspace.query<{ sequence: string; value: number }>(query)).rows();
  return best ? { ...best, assay } : null;
}
