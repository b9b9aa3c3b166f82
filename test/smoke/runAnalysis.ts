import type { TaskView } from "../../examples/apiClient.ts";
import { REFERENCE } from "../../examples/variants.ts";
import type { SmokeWorkspace } from "./smokeTest.ts";

interface Analysis {
  report: { artifact_id: string };
}

/** Analyzes a table of generated variants and waits for the task's result. */
export async function runAnalysis(
  { api, projectId }: SmokeWorkspace,
  table: string,
  seconds: number,
): Promise<TaskView<Analysis>> {
  const { id } = await api.post<{ id: string }>("/task/analyze.data/v2:create", {
    context: { kind: "PROJECT", project_id: projectId },
    parameters: {
      dataset: { kind: "QUERY", query: `SELECT sequence, activity FROM ${table}` },
      reference: { monomer: REFERENCE },
      assays: [{ assay_id: "activity", name: "Activity", unit: "relative", scale_type: "MULTIPLICATIVE" }],
      seed: 1,
    },
  });
  return api.finished<Analysis>(id, { seconds });
}
