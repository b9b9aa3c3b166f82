import { REFERENCE } from "../examples/generateVariants.ts";
import type { SmokeWorkspace } from "./smokeLab.ts";
import { until } from "./until.ts";

export interface TaskView {
  id: string;
  state: string;
  errors: string[];
  data_snapshots: Record<string, string>;
  result: { report: { artifact_id: string } };
}

/** Analyses a table of generated variants and waits for the task's result. */
export async function finishedAnalysis(
  { api, projectId }: SmokeWorkspace,
  table: string,
  patience: number,
): Promise<TaskView> {
  const { id } = await api.post<TaskView>("/task/analyze.data/v2:create", {
    context: { kind: "PROJECT", project_id: projectId },
    parameters: {
      dataset: { kind: "QUERY", query: `SELECT sequence, activity FROM ${table}` },
      reference: { monomer: REFERENCE },
      assays: [{ assay_id: "activity", name: "Activity", unit: "relative", scale_type: "MULTIPLICATIVE" }],
      seed: 1,
    },
  });
  return until(`task ${id} COMPLETED`, patience, async () => {
    const task = await api.get<TaskView>(`/task:get?id=${id}`);
    if (task.state === "INIT" || task.state === "EXECUTING") return undefined;
    if (task.state === "COMPLETED") return task;
    throw new Error(`The task ${id} is ${task.state}: ${task.errors.join(" ")}`);
  });
}
