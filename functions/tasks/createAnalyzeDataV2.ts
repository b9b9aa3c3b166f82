import { operation } from "#shared/api/operation.ts";
import { taskContract } from "#shared/api/taskContract.ts";
import { exampleAnalyzeV2 } from "#shared/api/taskExamples.ts";
import { AnalyzeV2 } from "#shared/domain/tasks/taskParameters.ts";
import { createTask } from "#shared/tasks/createTask.ts";
import { usesOfAnalysis } from "#shared/tasks/parameterUses.ts";

export const createAnalyzeDataV2 = operation(
  {
    summary: "Analyse a data set",
    description:
      "A report on the measurements: distributions, replicates, batches, positions, the best and the worst variants, and whether a model can learn from them. Deprecated in favour of real-time analysis in the web application; it goes on working.",
    ...taskContract("analyze.data/v2", AnalyzeV2, exampleAnalyzeV2),
    deprecated: true,
  },
  async ({ workspace, caller, body }) =>
    createTask(workspace, caller, "analyze.data/v2", body, usesOfAnalysis(body.parameters)),
);
