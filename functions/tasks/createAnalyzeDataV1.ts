import { operation } from "#shared/api/operation.ts";
import { taskContract } from "#shared/api/taskContract.ts";
import { exampleAnalyzeV1 } from "#shared/api/taskExamples.ts";
import { AnalyzeV1 } from "#shared/domain/tasks/taskParameters.ts";
import { createTask } from "#shared/tasks/createTask.ts";
import { usesOfAnalysis } from "#shared/tasks/parameterUses.ts";

export const createAnalyzeDataV1 = operation(
  {
    summary: "Analyse a data set (first version)",
    description:
      "A report on the measurements: distributions, replicates, batches, positions, the best and the worst variants, and whether a model can learn from them. Superseded by analyze.data/v2.",
    ...taskContract("analyze.data/v1", AnalyzeV1, exampleAnalyzeV1),
    deprecated: true,
  },
  async ({ workspace, caller, body }) =>
    createTask(workspace, caller, "analyze.data/v1", body, usesOfAnalysis(body.parameters)),
);
